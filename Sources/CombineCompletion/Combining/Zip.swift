#if !canImport(Combine)
public import CombineOrOpenCombine

extension Publishers {
    /// A publisher of the values of two publishers in pairs: the first of each, the second of each, and so on.
    ///
    /// It finishes once no further pair is possible, and fails with the first failure. Demand is
    /// passed to every publisher. The values of a publisher that is ahead wait, without limit.
    public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
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
            let values = ZippedValues<A.Output, B.Output, Never, Never, Output> {
                guard !$0.a.isEmpty, !$0.b.isEmpty else { return nil }
                guard let a = $0.a.popFirst()?.value, let b = $0.b.popFirst()?.value else { return nil }
                return (a, b)
            }
            let combiner = Combiner(subscriber, values: values, count: 2)
            a.subscribe(combiner, at: 0) { $0.a.append($1) }
            b.subscribe(combiner, at: 1) { $0.b.append($1) }
            combiner.start()
        }
    }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}

extension Publishers {
    /// A publisher of the values of three publishers together, following the rules of
    /// ``Publishers/Zip``.
    public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
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
            let values = ZippedValues<A.Output, B.Output, C.Output, Never, Output> {
                guard !$0.a.isEmpty, !$0.b.isEmpty, !$0.c.isEmpty else { return nil }
                guard let a = $0.a.popFirst()?.value, let b = $0.b.popFirst()?.value, let c = $0.c.popFirst()?.value
                else { return nil }
                return (a, b, c)
            }
            let combiner = Combiner(subscriber, values: values, count: 3)
            a.subscribe(combiner, at: 0) { $0.a.append($1) }
            b.subscribe(combiner, at: 1) { $0.b.append($1) }
            c.subscribe(combiner, at: 2) { $0.c.append($1) }
            combiner.start()
        }
    }
}

extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers {
    /// A publisher of the values of four publishers together, following the rules of
    /// ``Publishers/Zip``.
    public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
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
            let values = ZippedValues<A.Output, B.Output, C.Output, D.Output, Output> {
                guard !$0.a.isEmpty, !$0.b.isEmpty, !$0.c.isEmpty, !$0.d.isEmpty else { return nil }
                guard let a = $0.a.popFirst()?.value, let b = $0.b.popFirst()?.value, let c = $0.c.popFirst()?.value,
                    let d = $0.d.popFirst()?.value
                else { return nil }
                return (a, b, c, d)
            }
            let combiner = Combiner(subscriber, values: values, count: 4)
            a.subscribe(combiner, at: 0) { $0.a.append($1) }
            b.subscribe(combiner, at: 1) { $0.b.append($1) }
            c.subscribe(combiner, at: 2) { $0.c.append($1) }
            d.subscribe(combiner, at: 3) { $0.d.append($1) }
            combiner.start()
        }
    }
}

extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publisher {
    /// Pairs each value with one from another publisher.
    public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P> where P.Failure == Failure {
        .init(self, other)
    }

    /// Combines each value with one from another publisher, using a function.
    public func zip<P: Publisher, T>(
        _ other: P,
        _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.Zip<Self, P>, T> where P.Failure == Failure {
        zip(other).map { transform($0.0, $0.1) }
    }

    /// Joins each value with one from each of two other publishers.
    public func zip<P: Publisher, Q: Publisher>(
        _ publisher1: P,
        _ publisher2: Q
    ) -> Publishers.Zip3<Self, P, Q> where P.Failure == Failure, Q.Failure == Failure {
        .init(self, publisher1, publisher2)
    }

    /// Combines each value with one from each of two other publishers, using a function.
    public func zip<P: Publisher, Q: Publisher, T>(
        _ publisher1: P,
        _ publisher2: Q,
        _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T> where P.Failure == Failure, Q.Failure == Failure {
        zip(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
    }

    /// Joins each value with one from each of three other publishers.
    public func zip<P: Publisher, Q: Publisher, R: Publisher>(
        _ publisher1: P,
        _ publisher2: Q,
        _ publisher3: R
    ) -> Publishers.Zip4<Self, P, Q, R> where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
        .init(self, publisher1, publisher2, publisher3)
    }

    /// Combines each value with one from each of three other publishers, using a function.
    public func zip<P: Publisher, Q: Publisher, R: Publisher, T>(
        _ publisher1: P,
        _ publisher2: Q,
        _ publisher3: R,
        _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
    where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
        zip(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
    }
}
#endif
