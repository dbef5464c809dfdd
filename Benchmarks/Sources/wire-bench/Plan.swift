/// Which bodies are fetched with how many calls in flight, for how long.
struct Plan {
    var pairs: [(body: Body, inFlight: Int)]
    var rounds: Int
    var seconds: Double
    var contestants: [Contestant]

    /// Everything. So many rows leave a round 0.3 seconds if the whole is to take less than half an hour; a round lasts
    /// longer where its calls do, most of all those with 512 MB in flight.
    static let full = Plan(
        pairs: Body.allCases.flatMap { body in [1, 8, 64, 512].map { (body, $0) } },
        rounds: 5, seconds: 0.3, contestants: Contestant.all)

    /// What continuous integration has the time for.
    static let short = Plan(
        pairs: [(.page, 1), (.page, 64)], rounds: 5, seconds: 0.3,
        contestants: Contestant.all.filter { !$0.isOnURLSession })
}
