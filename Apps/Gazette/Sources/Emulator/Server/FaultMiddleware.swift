import HTTPTypes
import Hummingbird

/// Delays, breaks or drops responses, as configured.
struct FaultMiddleware: RouterMiddleware {
    typealias Context = EmulatorContext

    private let faults: Faults
    private let dice: Dice
    private let sleep: @Sendable (Duration) async throws -> Void

    init(_ faults: Faults, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.faults = faults
        self.sleep = sleep
        dice = Dice(seed: faults.seed)
    }

    @concurrent func handle(
        _ request: Request,
        context: EmulatorContext,
        next: @concurrent (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        // Drawn before the delay, so that the order of arrival determines which requests fail.
        let roll = dice.roll()
        guard faults.latency > .zero else { return try await respond(roll, request, context, next) }
        return try await context.respondWhileClientWaits(request) { request, context in
            try await sleep(faults.latency)
            return try await respond(roll, request, context, next)
        }
    }

    @concurrent private func respond(
        _ roll: Double,
        _ request: Request,
        _ context: EmulatorContext,
        _ next: @concurrent (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        if roll < faults.dropRate {
            try await context.channel?.close()
            throw HTTPError(.internalServerError)
        }
        if roll < faults.dropRate + faults.errorRate { return Service(path: request.uri.path).unexpectedError }
        return try await next(request, context)
    }
}
