import ArgumentParser

/// Which part of a long list to print.
struct ListOptions: ParsableArguments {
    @Option(help: "Print at most this many.")
    var limit = 20

    @Option(help: "Print this page; each has --limit items.")
    var page = 1

    func validate() throws {
        if limit < 1 { throw ValidationError("The value of --limit must be at least 1.") }
        if page < 1 { throw ValidationError("The value of --page must be at least 1.") }
    }

    /// Returns the requested part of a complete list.
    func part<Element>(of elements: [Element]) -> [Element] {
        let (end, overflow) = page.multipliedReportingOverflow(by: limit)
        return overflow ? [] : Array(elements.prefix(end).dropFirst(end - limit))
    }
}
