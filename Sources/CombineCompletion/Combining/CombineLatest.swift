#if !canImport(Combine)
public import CombineOrOpenCombine

extension Publishers {
    /// A publisher of the latest values of two publishers.
    ///
    /// It sends once each publisher has sent a value, and again with each further value. It
    /// finishes with the last publisher and fails with the first failure. Demand is passed to every
    /// publisher. A combination without demand is dropped. One that arrives during a delivery
    /// follows that delivery, and replaces older ones that wait.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        /// The type of the values.
        public typealias Output = (A.Output, B.Output)
        /// The type of the failure.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B

        /// Makes a publisher of the values of other publishers.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let values = LatestValues<A.Output, B.Output, Never, Never, Output>(count: 2) {
                if let a = $0.a, let b = $0.b { (a, b) } else { nil }
            }
            let combiner = Combiner(subscriber, values: values, count: 2)
            a.subscribe(combiner, at: 0) { $0.a = $1 }
            b.subscribe(combiner, at: 1) { $0.b = $1 }
            combiner.start()
        }
    }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}

extension Publishers {
    /// A publisher of the latest values of three publishers, following the rules of
    /// ``Publishers/CombineLatest``.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        /// The type of the values.
        public typealias Output = (A.Output, B.Output, C.Output)
        /// The type of the failure.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B
        /// The third publisher.
        public let c: C

        /// Makes a publisher of the values of other publishers.
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let values = LatestValues<A.Output, B.Output, C.Output, Never, Output>(count: 3) {
                if let a = $0.a, let b = $0.b, let c = $0.c { (a, b, c) } else { nil }
            }
            let combiner = Combiner(subscriber, values: values, count: 3)
            a.subscribe(combiner, at: 0) { $0.a = $1 }
            b.subscribe(combiner, at: 1) { $0.b = $1 }
            c.subscribe(combiner, at: 2) { $0.c = $1 }
            combiner.start()
        }
    }
}

extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers {
    /// A publisher of the latest values of four publishers, following the rules of
    /// ``Publishers/CombineLatest``.
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        /// The type of the values.
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
        /// The type of the failure.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B
        /// The third publisher.
        public let c: C
        /// The fourth publisher.
        public let d: D

        /// Makes a publisher of the values of other publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let values = LatestValues<A.Output, B.Output, C.Output, D.Output, Output>(count: 4) {
                if let a = $0.a, let b = $0.b, let c = $0.c, let d = $0.d { (a, b, c, d) } else { nil }
            }
            let combiner = Combiner(subscriber, values: values, count: 4)
            a.subscribe(combiner, at: 0) { $0.a = $1 }
            b.subscribe(combiner, at: 1) { $0.b = $1 }
            c.subscribe(combiner, at: 2) { $0.c = $1 }
            d.subscribe(combiner, at: 3) { $0.d = $1 }
            combiner.start()
        }
    }
}

extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publisher {
    /// Combines the latest value with the latest value of another publisher.
    ///
    /// ```swift
    /// news.publisher(for: .headlines)
    ///     .combineLatest(weather.publisher(for: .forecast(for: "Oslo")))
    ///     .map { page, forecast in "\(page.articles.count) articles. \(forecast.text)" }
    /// ```
    public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
    where P.Failure == Failure {
        .init(self, other)
    }

    /// Combines the latest value with the latest value of another publisher, using a function.
    public func combineLatest<P: Publisher, T>(
        _ other: P,
        _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where P.Failure == Failure {
        combineLatest(other).map { transform($0.0, $0.1) }
    }

    /// Combines the latest value with the latest values of two other publishers.
    public func combineLatest<P: Publisher, Q: Publisher>(
        _ publisher1: P,
        _ publisher2: Q
    ) -> Publishers.CombineLatest3<Self, P, Q> where P.Failure == Failure, Q.Failure == Failure {
        .init(self, publisher1, publisher2)
    }

    /// Combines the latest value with the latest values of two other publishers, using a function.
    public func combineLatest<P: Publisher, Q: Publisher, T>(
        _ publisher1: P,
        _ publisher2: Q,
        _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T> where P.Failure == Failure, Q.Failure == Failure {
        combineLatest(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
    }

    /// Combines the latest value with the latest values of three other publishers.
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
        _ publisher1: P,
        _ publisher2: Q,
        _ publisher3: R
    ) -> Publishers.CombineLatest4<Self, P, Q, R>
    where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
        .init(self, publisher1, publisher2, publisher3)
    }

    /// Combines the latest value with the latest values of three other publishers, using a
    /// function.
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
        _ publisher1: P,
        _ publisher2: Q,
        _ publisher3: R,
        _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
    where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
        combineLatest(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
    }
}
#endif
