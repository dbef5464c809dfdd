public import FreshetStreams

extension ServerEvent<String> {
    /// The event in the format of an event stream, with the empty line that ends it.
    ///
    /// Each line of the data becomes a line of the event. The name `message` is the default and is left out.
    public var text: String {
        var text = ""
        if name != "message" { text += "event: \(name)\n" }
        if let id { text += "id: \(id)\n" }
        for line in value.split(separator: "\n", omittingEmptySubsequences: false) { text += "data: \(line)\n" }
        return text + "\n"
    }
}
