import Foundation
import ReaderModels

/// The notes printed after results: that they are samples, or how old they are.
enum Footnotes {
    /// The note on contents of the built-in emulator; `nil` if none of the services is emulated.
    static func samples(_ hosts: [ReaderService: ServiceHost]) -> String? {
        let emulated = ReaderService.allCases.filter { hosts[$0] == .emulator }
        guard !emulated.isEmpty else { return nil }
        let names = emulated.count == hosts.count ? "" : " (\(emulated.map(\.title).joined(separator: ", ")))"
        return "Sample data\(names), invented by the built-in emulator. Real data: gazette help"
    }

    /// The note on items of the emulator's sites.
    static let sampleFeeds =
        "Sample data from the sites at feeds.example, invented by the built-in emulator. Real feeds: gazette feeds add ADDRESS"

    /// The note on stored responses, such as "Stored copy, loaded 5 min ago."; `nil` if there is none.
    static func age(of copies: CopyRecorder.Copies) -> String? {
        guard copies.count > 0 else { return nil }
        let now = Date()
        let ago = DateText.ago(now.addingTimeInterval(-(copies.age / .seconds(1))), now: now)
        return copies.count == 1 ? "Stored copy, loaded \(ago)." : "Stored copies, the oldest loaded \(ago)."
    }
}
