import Feeds
import Foundation

// Prints what is read of files, as JSON, for scripts/compare-feeds, scripts/compare-articles and for new files of the
// corpus. Arguments: files, each of which may be followed by `--type` and a content type. The address of each feed is
// that of the corpus. After `--articles`, files are pages: the HTML of each article is printed, or `null`.

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

func article(of file: String) throws -> String? {
    let data = try Data(contentsOf: URL(filePath: file))
    return ArticleText.extract(data, address: URL(string: "https://pages.example/test/page.html"))?.html
}

let encoder = JSONEncoder()
encoder.dateEncodingStrategy = .iso8601
encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]

func write(_ value: some Encodable) throws {
    try FileHandle.standardOutput.write(contentsOf: encoder.encode(value) + Data("\n".utf8))
}

var arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--articles" {
    for file in arguments.dropFirst() { try write(article(of: file)) }
    arguments = []
}
while let file = arguments.popFirst() {
    var contentType: String?
    if arguments.first == "--type" {
        arguments.removeFirst()
        contentType = arguments.popFirst()
    }
    try write(Reading(file, contentType: contentType))
}
