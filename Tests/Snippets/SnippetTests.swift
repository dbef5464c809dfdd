import Foundation
import Testing

/// Sees that the Swift of the documents is code of this folder, of Gazette's, of the services' or of an example, which
/// compiles.
struct SnippetTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func files(in folder: URL, ending: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == ending }
    }

    /// The files of the library's sources and of those of the services, with their paths below the sources.
    private static func sources() throws -> [(path: String, url: URL)] {
        try ["Sources", "Services/Sources"].flatMap { name in
            let folder = root.appending(path: name)
            return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                .map { ($0, folder.appending(path: $0)) }
        }
    }

    /// The pages of all catalogues.
    private static func guides() throws -> [URL] {
        try sources().filter { $0.path.contains(".docc/") && $0.path.hasSuffix(".md") }.map(\.url)
    }

    /// The files of code that the tutorial shows, but for its manifest.
    private static func filesOfTheTutorial() throws -> [URL] {
        try files(in: root.appending(path: "Sources/Freshet/Freshet.docc/Tutorial/Resources"), ending: "swift")
            .filter { !$0.lastPathComponent.hasSuffix("Package.swift") }
    }

    /// The lines of a file that are not blank, however they are spaced.
    private static func lines(of url: URL) throws -> [String] {
        try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
            .map { $0.split(separator: " ").joined(separator: " ") }
            .filter { !$0.isEmpty }
    }

    /// The fenced Swift of a document; lines of a manifest stand in a fence without a language, and code that ours
    /// takes the place of in one of `text`.
    private static func blocks(of document: URL) throws -> [[String]] {
        var blocks = [[String]]()
        var block: [String]?
        for line in try lines(of: document) {
            if line == "```swift" {
                block = []
            } else if line == "```", let finished = block {
                blocks.append(finished)
                block = nil
            } else if !line.hasPrefix("@testable import") {
                // The reader's own module has another name here.
                block?.append(line)
            }
        }
        return blocks
    }

    private static func isInOrder(_ block: [String], in source: [String]) -> Bool {
        var rest = source[...]
        return block.allSatisfy { line in
            guard let index = rest.firstIndex(of: line) else { return false }
            rest = rest[(index + 1)...]
            return true
        }
    }

    /// The folders of the examples' code.
    private static func examples() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Examples").path)
            .map { "Examples/\($0)/Sources/\($0)Example" }
            .filter { FileManager.default.fileExists(atPath: root.appending(path: $0).path) }
    }

    /// The lines of all files whose code compiles.
    private static func compiledSources() throws -> [[String]] {
        // Screens are compiled in Gazette, and the program of the README is an example. So is what the pages of examples
        // show.
        let folders = [
            "Tests/Snippets", "Tests/Snippets/Comments", "Tests/Snippets/Tutorial", "Tests/MainActorSnippets",
            "Apps/Gazette/Tests/GuideSnippets", "Services/Tests/ServiceSnippets",
        ]
        return try (folders + examples()).flatMap { try files(in: root.appending(path: $0), ending: "swift") }.map(
            lines)
    }

    @Test func everySnippetOfTheDocumentsCompiles() throws {
        let sources = try Self.compiledSources()
        let documents =
            try ["", "docs", "Services"].flatMap { try Self.files(in: Self.root.appending(path: $0), ending: "md") }
            + Self.guides()
        var count = 0
        for document in documents {
            for block in try Self.blocks(of: document) {
                count += 1
                #expect(
                    sources.contains { Self.isInOrder(block, in: $0) },
                    "\(document.lastPathComponent): \(block.first ?? "")")
            }
        }
        #expect(count > 50)
    }

    /// The types that code declares, but for nested ones.
    private static func types(in lines: [String]) -> Set<String> {
        let declaration = /\b(?:struct|class|enum|actor|protocol) ([A-Z]\w+)/
        return Set(lines.compactMap { line in line.firstMatch(of: declaration).map { String($0.1) } })
    }

    @Test func everyTypeOfAGuideIsDefinedThere() throws {
        // What the samples of several guides use is on a page of its own.
        let shared = try ["SampleServices", "GettingStarted", "SigningIn"].flatMap { page in
            try Self.blocks(of: Self.root.appending(path: "Sources/Freshet/Freshet.docc/\(page).md")).joined()
        }
        let snippets = try ["Tests/Snippets", "Services/Tests/ServiceSnippets"]
            .flatMap { try Self.files(in: Self.root.appending(path: $0), ending: "swift") }
        let declarations = try snippets.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix(" ") }
                .map(String.init)
        }
        let ours = Self.types(in: declarations)
        var count = 0
        // The page of an example leads to its code, which defines its types.
        for guide in try Self.guides() where !guide.path.contains(".docc/Examples/") {
            let code = try Self.blocks(of: guide).joined()
            let used = Set(code.flatMap { $0.matches(of: /\b[A-Z]\w+/).map { String($0.output) } })
            let defined = Self.types(in: Array(code)).union(Self.types(in: shared))
            // A generic parameter of the library may have the name of a type of another guide.
            let parameters = code.flatMap { $0.matches(of: /\b([A-Z]\w+) ==/).map { String($0.output.1) } }
            let missing = used.intersection(ours).subtracting(defined).subtracting(parameters)
            #expect(missing.isEmpty, "\(guide.lastPathComponent)")
            count += used.intersection(ours).count
        }
        #expect(count > 60)
    }

    /// The fenced Swift of the comments of a source file, each block with the number of its first line.
    private static func samples(in source: URL) throws -> [(line: Int, block: [String])] {
        var samples: [(line: Int, block: [String])] = []
        var isOpen = false
        let text = try String(contentsOf: source, encoding: .utf8)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(separator: " ")
            guard words.first == "///" else {
                isOpen = false
                continue
            }
            let content = words.dropFirst().joined(separator: " ")
            if content == "```swift" {
                samples.append((index + 1, []))
                isOpen = true
            } else if content == "```" {
                isOpen = false
            } else if isOpen, !content.isEmpty {
                samples[samples.count - 1].block.append(content)
            }
        }
        return samples
    }

    @Test func everySampleOfACommentCompiles() throws {
        let sources = try Self.compiledSources()
        var count = 0
        for file in try Self.sources() where file.path.hasSuffix(".swift") && !file.path.contains(".docc/") {
            for sample in try Self.samples(in: file.url) {
                count += 1
                #expect(
                    sources.contains { Self.isInOrder(sample.block, in: $0) },
                    "\(file.path):\(sample.line): \(sample.block.first ?? "")")
            }
        }
        #expect(count > 80)
    }

    @Test func everyFileOfTheTutorialCompiles() throws {
        let sources = try Self.compiledSources()
        let files = try Self.filesOfTheTutorial()
        for file in files {
            // The reader's own module has another name here, and Apple's are those of the target AppleUI.
            let others = ["@testable import MovieBrowser", "import SwiftUI", "import UIKit"]
            let lines = try Self.lines(of: file).filter { !others.contains($0) }
            #expect(sources.contains { Self.isInOrder(lines, in: $0) }, "\(file.lastPathComponent)")
        }
        #expect(files.count > 20)
    }
}
