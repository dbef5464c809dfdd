#if !canImport(Combine)
public import CombineOrOpenCombine

extension Publishers {
    /// A publisher of the values of five publishers as they come.
    ///
    /// It finishes with the last publisher and fails with the first failure. If demand is limited, one value at a
    /// time is requested of each publisher; a value without demand waits.
    public struct Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher>: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure,
        B.Output == C.Output, B.Failure == C.Failure,
        C.Output == D.Output, C.Failure == D.Failure,
        D.Output == E.Output, D.Failure == E.Failure
    {
        /// The type of the values.
        public typealias Output = A.Output
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
        /// The fifth publisher.
        public let e: E

        /// Makes a publisher of the values of other publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let merger = Merger(subscriber, count: 5)
            a.subscribe(merger, at: 0)
            b.subscribe(merger, at: 1)
            c.subscribe(merger, at: 2)
            d.subscribe(merger, at: 3)
            e.subscribe(merger, at: 4)
            merger.start()
        }

        /// Merges the values of another publisher.
        public func merge<Z: Publisher>(with other: Z) -> Publishers.Merge6<A, B, C, D, E, Z>
        where Z.Output == A.Output, Z.Failure == A.Failure {
            .init(a, b, c, d, e, other)
        }

        /// Merges the values of further publishers.
        public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Publishers.Merge7<A, B, C, D, E, Z, Y>
        where Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure {
            .init(a, b, c, d, e, z, y)
        }

        /// Merges the values of further publishers.
        public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
            with z: Z, _ y: Y, _ x: X
        ) -> Publishers.Merge8<A, B, C, D, E, Z, Y, X>
        where
            Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure,
            X.Output == A.Output, X.Failure == A.Failure
        {
            .init(a, b, c, d, e, z, y, x)
        }
    }
}

extension Publishers.Merge5: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}

extension Publishers {
    /// A publisher of the values of six publishers as they come.
    ///
    /// It finishes with the last publisher and fails with the first failure. If demand is limited, one value at a
    /// time is requested of each publisher; a value without demand waits.
    public struct Merge6<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure,
        B.Output == C.Output, B.Failure == C.Failure,
        C.Output == D.Output, C.Failure == D.Failure,
        D.Output == E.Output, D.Failure == E.Failure,
        E.Output == F.Output, E.Failure == F.Failure
    {
        /// The type of the values.
        public typealias Output = A.Output
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
        /// The fifth publisher.
        public let e: E
        /// The sixth publisher.
        public let f: F

        /// Makes a publisher of the values of other publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
            self.f = f
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let merger = Merger(subscriber, count: 6)
            a.subscribe(merger, at: 0)
            b.subscribe(merger, at: 1)
            c.subscribe(merger, at: 2)
            d.subscribe(merger, at: 3)
            e.subscribe(merger, at: 4)
            f.subscribe(merger, at: 5)
            merger.start()
        }

        /// Merges the values of another publisher.
        public func merge<Z: Publisher>(with other: Z) -> Publishers.Merge7<A, B, C, D, E, F, Z>
        where Z.Output == A.Output, Z.Failure == A.Failure {
            .init(a, b, c, d, e, f, other)
        }

        /// Merges the values of further publishers.
        public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Publishers.Merge8<A, B, C, D, E, F, Z, Y>
        where Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure {
            .init(a, b, c, d, e, f, z, y)
        }
    }
}

extension Publishers.Merge6: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}

extension Publishers {
    /// A publisher of the values of seven publishers as they come.
    ///
    /// It finishes with the last publisher and fails with the first failure. If demand is limited, one value at a
    /// time is requested of each publisher; a value without demand waits.
    public struct Merge7<
        A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher
    >: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure,
        B.Output == C.Output, B.Failure == C.Failure,
        C.Output == D.Output, C.Failure == D.Failure,
        D.Output == E.Output, D.Failure == E.Failure,
        E.Output == F.Output, E.Failure == F.Failure,
        F.Output == G.Output, F.Failure == G.Failure
    {
        /// The type of the values.
        public typealias Output = A.Output
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
        /// The fifth publisher.
        public let e: E
        /// The sixth publisher.
        public let f: F
        /// The seventh publisher.
        public let g: G

        /// Makes a publisher of the values of other publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
            self.f = f
            self.g = g
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let merger = Merger(subscriber, count: 7)
            a.subscribe(merger, at: 0)
            b.subscribe(merger, at: 1)
            c.subscribe(merger, at: 2)
            d.subscribe(merger, at: 3)
            e.subscribe(merger, at: 4)
            f.subscribe(merger, at: 5)
            g.subscribe(merger, at: 6)
            merger.start()
        }

        /// Merges the values of another publisher.
        public func merge<Z: Publisher>(with other: Z) -> Publishers.Merge8<A, B, C, D, E, F, G, Z>
        where Z.Output == A.Output, Z.Failure == A.Failure {
            .init(a, b, c, d, e, f, g, other)
        }
    }
}

extension Publishers.Merge7: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable {}

extension Publishers {
    /// A publisher of the values of eight publishers as they come.
    ///
    /// It finishes with the last publisher and fails with the first failure. If demand is limited, one value at a
    /// time is requested of each publisher; a value without demand waits.
    public struct Merge8<
        A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher
    >: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure,
        B.Output == C.Output, B.Failure == C.Failure,
        C.Output == D.Output, C.Failure == D.Failure,
        D.Output == E.Output, D.Failure == E.Failure,
        E.Output == F.Output, E.Failure == F.Failure,
        F.Output == G.Output, F.Failure == G.Failure,
        G.Output == H.Output, G.Failure == H.Failure
    {
        /// The type of the values.
        public typealias Output = A.Output
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
        /// The fifth publisher.
        public let e: E
        /// The sixth publisher.
        public let f: F
        /// The seventh publisher.
        public let g: G
        /// The eighth publisher.
        public let h: H

        /// Makes a publisher of the values of other publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
            self.f = f
            self.g = g
            self.h = h
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let merger = Merger(subscriber, count: 8)
            a.subscribe(merger, at: 0)
            b.subscribe(merger, at: 1)
            c.subscribe(merger, at: 2)
            d.subscribe(merger, at: 3)
            e.subscribe(merger, at: 4)
            f.subscribe(merger, at: 5)
            g.subscribe(merger, at: 6)
            h.subscribe(merger, at: 7)
            merger.start()
        }
    }
}

extension Publishers.Merge8: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable, H: Equatable {}
#endif
