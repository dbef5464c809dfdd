/// The bodies to fetch, the numbers of calls in flight, and the number and length of the rounds.
struct Plan {
    var pairs: [(body: Body, inFlight: Int)]
    var rounds: Int
    var seconds: Double
    var contestants: [Contestant]

    /// The plan for all bodies and contestants.
    ///
    /// A round of 0.3 seconds keeps the whole under half an hour. A round lasts longer where a call does, most of all
    /// with 512 MB in flight.
    static let full = Plan(
        pairs: Body.allCases.flatMap { body in [1, 8, 64, 512].map { (body, $0) } },
        rounds: 5, seconds: 0.3, contestants: Contestant.all)

    /// The short plan for continuous integration.
    ///
    /// Of URLSession it has the way that most programs take, and callbacks and publishers with decoding alone.
    static let short = Plan(
        pairs: [(.page, 1), (.page, 64)], rounds: 5, seconds: 0.3,
        contestants: Contestant.all.filter { contestant in
            if contestant.isOnURLSession { return contestant.name == "URLSession, JSONDecoder" }
            return !["stages off, ", "cache and sharing on, "].contains { contestant.name.contains($0) }
        })
}
