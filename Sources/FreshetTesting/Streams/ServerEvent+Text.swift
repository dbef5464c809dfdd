public import FreshetStreams

extension ServerEvent<String> {
    /// The event in event-stream format, with the empty line that ends it.
    ///
    /// Each line of the data becomes a `data` line. The name `message` is the default and is left
    /// out.
    public var text: String {
        var text = ""
        if name != "message" { text += "event: \(name)\n" }
        if let id { text += "id: \(id)\n" }
        for line in value.split(separator: "\n", omittingEmptySubsequences: false) { text += "data: \(line)\n" }
        return text + "\n"
    }
}
