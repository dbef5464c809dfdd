import Foundation
import Freshet
import FreshetTesting
import Testing

// The programs of the tutorial as they are after each of its parts, and its list before it has pages.

enum FirstPart {
    @MainActor
    static func run(print: (Any...) -> Void) async throws {
        let catalogue = Client(Catalogue(), transport: movieServer, cache: nil)
        let page = try await catalogue.value(for: .popular())
        for movie in page.movies { print(movie.title, movie.year) }
    }
}

enum SecondPart {
    @MainActor
    static func run(print: (Any...) -> Void) async {
        let catalogue = Client(Catalogue(), transport: movieServer, cache: nil)
        do {
            let page = try await catalogue.value(for: .popular(page: 9))
            for movie in page.movies { print(movie.title, movie.year) }
        } catch {
            print(error.localizedDescription)
            print(error.code, error.isRetryable)
        }
    }
}

enum ThirdPart {
    @MainActor
    final class MovieList {
        private(set) var state = FetchState<[Movie]>()
        private let catalogue: Client<Catalogue>

        init(_ catalogue: Client<Catalogue>) {
            self.catalogue = catalogue
        }

        func load() async {
            state.begin()
            do {
                let page = try await catalogue.value(for: .popular())
                state.receive(page.movies, at: Date())
            } catch {
                state.fail(error)
            }
        }
    }

    @MainActor
    static func run(print: (Any...) -> Void) async {
        let catalogue = Client(Catalogue(), transport: movieServer, cache: nil)
        let list = MovieList(catalogue)
        await list.load()
        print(screen(list.state))
    }
}

enum FourthPart {
    @MainActor
    static func run(print: (Any...) -> Void) async {
        let catalogue = Client(Catalogue(), transport: movieServer, cache: nil)
        let list = MovieList(catalogue)
        while list.hasMore, list.state.error == nil {
            await list.loadMore()
        }
        print(screen(list.state))
    }
}

enum FifthPart {
    @MainActor
    static func run(print: (Any...) -> Void) async {
        let isOffline = CommandLine.arguments.contains("--offline")
        let folder = URL.temporaryDirectory.appending(path: "MovieBrowser")
        let catalogue = storedCatalogue(in: folder, transport: isOffline ? noNetwork : movieServer)
        let list = MovieList(catalogue)
        while list.hasMore, list.state.error == nil {
            await list.loadMore()
        }
        print(screen(list.state))
    }
}

/// Runs the programs of the tutorial and compares what they print with what it says.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct TutorialTests {
    private func output(of program: @MainActor ((Any...) -> Void) async throws -> Void) async rethrows -> String {
        var lines: [String] = []
        try await program { values in lines.append(values.map { "\($0)" }.joined(separator: " ")) }
        return lines.joined(separator: "\n")
    }

    @Test func theFirstPartPrintsAPage() async throws {
        #expect(try await output(of: FirstPart.run) == "Cleo from 5 to 7 1962\nHappiness 1965")
    }

    @Test func theSecondPartPrintsAnError() async {
        #expect(await output(of: SecondPart.run) == "There is no such page.\nservice.unnamed false")
    }

    @Test func theThirdPartShowsAPage() async {
        #expect(await output(of: ThirdPart.run) == "Cleo from 5 to 7 (1962)\nHappiness (1965)")
    }

    @Test func theFourthPartShowsAllPages() async {
        #expect(await output(of: FourthPart.run) == "Cleo from 5 to 7 (1962)\nHappiness (1965)\nVagabond (1985)")
    }

    @Test func theFifthPartStoresThemOnDisk() async {
        defer { try? FileManager.default.removeItem(at: .temporaryDirectory.appending(path: "MovieBrowser")) }
        #expect(await output(of: FifthPart.run) == "Cleo from 5 to 7 (1962)\nHappiness (1965)\nVagabond (1985)")
    }
}
