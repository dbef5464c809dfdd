import Foundation
import Freshet

/// Returns what the screen shows in a state.
func screen(_ state: FetchState<[Movie]>) -> String {
    var lines = state.value?.map { "\($0.title) (\($0.year))" } ?? []
    if state.value?.isEmpty == true { lines.append("No movies.") }
    if state.isFetching { lines.append("Loading…") }
    if let error = state.error { lines.append("Failed: \(error.localizedDescription)") }
    if state.isStale { lines.append("This list may be out of date.") }
    return lines.joined(separator: "\n")
}
