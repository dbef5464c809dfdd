import Freshet

extension Request {
    /// Whether the request is for a page of this number. A service that sends another page than the requested one would
    /// do so without an end.
    func isForPage(_ number: Int) -> Bool {
        query.items.first { $0.name == "page" }.flatMap { Int($0.value) } == number
    }
}
