import Feeds
import Foundation

// Prints what the parser reads of files, as JSON, for scripts/compare-feeds and for new files of the corpus. Arguments:
// files, each of which may be followed by `--type` and a content type. The address of each is that of the corpus.

struct Reading: Encodable {
    var error: String?
    var feed: Feed?

    init(_ file: String, contentType: String?) throws {
        let data = try Data(contentsOf: URL(filePath: file))
        do {
            feed = try FeedParser().feed(
                from: data, contentType: contentType, address: URL(string: "https://feeds.example/news/feed.xml"))
        } catch {
            self.error = "\(error)"
        }
    }
}

let encoder = JSONEncoder()
encoder.dateEncodingStrategy = .iso8601
encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]

var arguments = CommandLine.arguments.dropFirst()
while let file = arguments.popFirst() {
    var contentType: String?
    if arguments.first == "--type" {
        arguments.removeFirst()
        contentType = arguments.popFirst()
    }
    let reading = try encoder.encode(Reading(file, contentType: contentType))
    try FileHandle.standardOutput.write(contentsOf: reading + Data("\n".utf8))
}
