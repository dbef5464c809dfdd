public import FreshetStreams

extension ServerEvent<String> {
    /// The event as it stands in an event stream, with the empty line that ends it.
    ///
    /// A line of the data follows each line feed. The name `message` is that of events without one, and is left out.
    public var text: String {
        var text = ""
        if name != "message" { text += "event: \(name)\n" }
        if let id { text += "id: \(id)\n" }
        for line in value.split(separator: "\n", omittingEmptySubsequences: false) { text += "data: \(line)\n" }
        return text + "\n"
    }
}
