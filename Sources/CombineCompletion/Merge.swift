#if !canImport(Combine)
public import CombineOrOpenCombine

extension Publishers {
    /// A publisher of the values of two publishers as they come.
    ///
    /// It finishes with the last publisher and fails with the first failure. If demand is limited, one value at a
    /// time is requested of each publisher; a value without demand waits.
    public struct Merge<A: Publisher, B: Publisher>: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure
    {
        /// The type of the values.
        public typealias Output = A.Output
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
            let merger = Merger(subscriber, count: 2)
            a.subscribe(merger, at: 0)
            b.subscribe(merger, at: 1)
            merger.start()
        }

        /// Merges the values of another publisher.
        public func merge<Z: Publisher>(with other: Z) -> Publishers.Merge3<A, B, Z>
        where Z.Output == A.Output, Z.Failure == A.Failure {
            .init(a, b, other)
        }

        /// Merges the values of further publishers.
        public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Publishers.Merge4<A, B, Z, Y>
        where Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure {
            .init(a, b, z, y)
        }

        /// Merges the values of further publishers.
        public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
            with z: Z, _ y: Y, _ x: X
        ) -> Publishers.Merge5<A, B, Z, Y, X>
        where
            Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure,
            X.Output == A.Output, X.Failure == A.Failure
        {
            .init(a, b, z, y, x)
        }

        /// Merges the values of further publishers.
        public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
            with z: Z, _ y: Y, _ x: X, _ w: W
        ) -> Publishers.Merge6<A, B, Z, Y, X, W>
        where
            Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure,
            X.Output == A.Output, X.Failure == A.Failure, W.Output == A.Output, W.Failure == A.Failure
        {
            .init(a, b, z, y, x, w)
        }

        /// Merges the values of further publishers.
        public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher>(
            with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
        ) -> Publishers.Merge7<A, B, Z, Y, X, W, V>
        where
            Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure,
            X.Output == A.Output, X.Failure == A.Failure, W.Output == A.Output, W.Failure == A.Failure,
            V.Output == A.Output, V.Failure == A.Failure
        {
            .init(a, b, z, y, x, w, v)
        }

        /// Merges the values of further publishers.
        public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher, U: Publisher>(
            with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V, _ u: U
        ) -> Publishers.Merge8<A, B, Z, Y, X, W, V, U>
        where
            Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure,
            X.Output == A.Output, X.Failure == A.Failure, W.Output == A.Output, W.Failure == A.Failure,
            V.Output == A.Output, V.Failure == A.Failure, U.Output == A.Output, U.Failure == A.Failure
        {
            .init(a, b, z, y, x, w, v, u)
        }
    }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}

extension Publishers {
    /// A publisher of the values of three publishers as they come.
    ///
    /// It finishes with the last publisher and fails with the first failure. If demand is limited, one value at a
    /// time is requested of each publisher; a value without demand waits.
    public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure,
        B.Output == C.Output, B.Failure == C.Failure
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

        /// Makes a publisher of the values of other publishers.
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let merger = Merger(subscriber, count: 3)
            a.subscribe(merger, at: 0)
            b.subscribe(merger, at: 1)
            c.subscribe(merger, at: 2)
            merger.start()
        }

        /// Merges the values of another publisher.
        public func merge<Z: Publisher>(with other: Z) -> Publishers.Merge4<A, B, C, Z>
        where Z.Output == A.Output, Z.Failure == A.Failure {
            .init(a, b, c, other)
        }

        /// Merges the values of further publishers.
        public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Publishers.Merge5<A, B, C, Z, Y>
        where Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure {
            .init(a, b, c, z, y)
        }

        /// Merges the values of further publishers.
        public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
            with z: Z, _ y: Y, _ x: X
        ) -> Publishers.Merge6<A, B, C, Z, Y, X>
        where
            Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure,
            X.Output == A.Output, X.Failure == A.Failure
        {
            .init(a, b, c, z, y, x)
        }

        /// Merges the values of further publishers.
        public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
            with z: Z, _ y: Y, _ x: X, _ w: W
        ) -> Publishers.Merge7<A, B, C, Z, Y, X, W>
        where
            Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure,
            X.Output == A.Output, X.Failure == A.Failure, W.Output == A.Output, W.Failure == A.Failure
        {
            .init(a, b, c, z, y, x, w)
        }

        /// Merges the values of further publishers.
        public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher>(
            with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
        ) -> Publishers.Merge8<A, B, C, Z, Y, X, W, V>
        where
            Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure,
            X.Output == A.Output, X.Failure == A.Failure, W.Output == A.Output, W.Failure == A.Failure,
            V.Output == A.Output, V.Failure == A.Failure
        {
            .init(a, b, c, z, y, x, w, v)
        }
    }
}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers {
    /// A publisher of the values of four publishers as they come.
    ///
    /// It finishes with the last publisher and fails with the first failure. If demand is limited, one value at a
    /// time is requested of each publisher; a value without demand waits.
    public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where
        A.Output == B.Output, A.Failure == B.Failure,
        B.Output == C.Output, B.Failure == C.Failure,
        C.Output == D.Output, C.Failure == D.Failure
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

        /// Makes a publisher of the values of other publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let merger = Merger(subscriber, count: 4)
            a.subscribe(merger, at: 0)
            b.subscribe(merger, at: 1)
            c.subscribe(merger, at: 2)
            d.subscribe(merger, at: 3)
            merger.start()
        }

        /// Merges the values of another publisher.
        public func merge<Z: Publisher>(with other: Z) -> Publishers.Merge5<A, B, C, D, Z>
        where Z.Output == A.Output, Z.Failure == A.Failure {
            .init(a, b, c, d, other)
        }

        /// Merges the values of further publishers.
        public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Publishers.Merge6<A, B, C, D, Z, Y>
        where Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure {
            .init(a, b, c, d, z, y)
        }

        /// Merges the values of further publishers.
        public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
            with z: Z, _ y: Y, _ x: X
        ) -> Publishers.Merge7<A, B, C, D, Z, Y, X>
        where
            Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure,
            X.Output == A.Output, X.Failure == A.Failure
        {
            .init(a, b, c, d, z, y, x)
        }

        /// Merges the values of further publishers.
        public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
            with z: Z, _ y: Y, _ x: X, _ w: W
        ) -> Publishers.Merge8<A, B, C, D, Z, Y, X, W>
        where
            Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure,
            X.Output == A.Output, X.Failure == A.Failure, W.Output == A.Output, W.Failure == A.Failure
        {
            .init(a, b, c, d, z, y, x, w)
        }
    }
}

extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
#endif
