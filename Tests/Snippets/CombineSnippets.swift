import Foundation
import FreshetCombine
import FreshetTesting
import Testing

// The code of the guide Combine on Linux.

struct Reading: Decodable, Sendable {
    let degrees: Double
}

@MainActor
final class TitleLabel {
    var text = ""
}

final class TemperatureModel: ObservableObject {
    @Published private(set) var degrees: Double?

    func load() {
        URLSession.shared.dataTaskPublisher(for: URL(string: "https://weather.example/now")!)
            .tryDecodeResponse(type: Reading.self, decoder: JSONDecoder.snakeCaseConverting)
            .map { Optional($0.degrees) }
            .replaceError(with: nil)
            .receive(on: DispatchQueue.main)
            .assign(to: &$degrees)
    }
}

@MainActor
func showTitle(_ titles: AnyPublisher<String, Never>, in label: TitleLabel) -> AnyCancellable {
    titles
        .map { @Sendable title in title.uppercased() }
        .receive(on: DispatchQueue.main)
        .sink { @Sendable title in MainActor.assumeIsolated { label.text = title } }
}

func reading(at url: URL) -> AnyPublisher<Reading, any Error> {
    URLSession.shared.dataTaskPublisher(for: url)
        .tryDecodeResponse(type: Reading.self, decoder: JSONDecoder.snakeCaseConverting)
        .eraseToAnyPublisher()
}

func ticks(every seconds: Int) -> AnyPublisher<Int, Never> {
    (1...).publisher
        .flatMap(maxPublishers: .max(1)) { tick in
            Just(tick).delay(for: .seconds(seconds), scheduler: DispatchQueue.main)
        }
        .eraseToAnyPublisher()
}

@Suite(.timeLimit(.minutes(1)))
struct CombineSnippets {
    @Test
    func debouncedText() {
        let clock = ManualClock()
        let text = PassthroughSubject<String, Never>()
        let recorder = PublisherRecorder(text.debounce(for: .milliseconds(300), scheduler: clock.scheduler))
        text.send("s")
        text.send("sw")
        clock.advance(by: .milliseconds(300))
        #expect(recorder.values == ["sw"])
    }

    @Test func theFirstTickComesAndLaterOnesWait() async throws {
        #expect(try await ticks(every: 0).firstValue() == 1)
    }

    @MainActor
    @Test func aTitleComesFromAnotherThread() async throws {
        let titles = Just("gazette").receive(on: DispatchQueue(label: "answers")).eraseToAnyPublisher()
        let label = TitleLabel()
        let shown = showTitle(titles, in: label)
        try await eventually { !label.text.isEmpty }
        #expect(label.text == "GAZETTE")
        shown.cancel()
    }
}
