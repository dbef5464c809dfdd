import HTTPTypes
import Hummingbird
import Synchronization

/// Makes answers late, wrong or missing, as the configuration says.
struct FaultMiddleware: RouterMiddleware {
    typealias Context = EmulatorContext

    private final class Dice: Sendable {
        private let generator: Mutex<SeededGenerator>

        init(seed: UInt64) {
            generator = Mutex(SeededGenerator(seed: seed))
        }

        func roll() -> Double { generator.withLock { $0.unit() } }
    }

    private let faults: Faults
    private let dice: Dice

    init(_ faults: Faults) {
        self.faults = faults
        dice = Dice(seed: faults.seed)
    }

    func handle(
        _ request: Request,
        context: EmulatorContext,
        next: @concurrent (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        if faults.latency > .zero { try await Task.sleep(for: faults.latency) }
        let roll = dice.roll()
        if roll < faults.dropRate {
            try await context.channel?.close()
            throw HTTPError(.internalServerError)
        }
        if roll < faults.dropRate + faults.errorRate { return NewsError.unexpectedError.response }
        return try await next(request, context)
    }
}
