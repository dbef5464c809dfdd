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
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        public let a: A
        public let b: B

        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let merger = Merger(subscriber, count: 2)
            a.subscribe(merger, at: 0)
            b.subscribe(merger, at: 1)
            merger.start()
        }

        public func merge<Z: Publisher>(with other: Z) -> Publishers.Merge3<A, B, Z>
        where Z.Output == A.Output, Z.Failure == A.Failure {
            .init(a, b, other)
        }

        public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Publishers.Merge4<A, B, Z, Y>
        where Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure {
            .init(a, b, z, y)
        }

        public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
            with z: Z, _ y: Y, _ x: X
        ) -> Publishers.Merge5<A, B, Z, Y, X>
        where
            Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure,
            X.Output == A.Output, X.Failure == A.Failure
        {
            .init(a, b, z, y, x)
        }

        public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
            with z: Z, _ y: Y, _ x: X, _ w: W
        ) -> Publishers.Merge6<A, B, Z, Y, X, W>
        where
            Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure,
            X.Output == A.Output, X.Failure == A.Failure, W.Output == A.Output, W.Failure == A.Failure
        {
            .init(a, b, z, y, x, w)
        }

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
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        public let a: A
        public let b: B
        public let c: C

        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let merger = Merger(subscriber, count: 3)
            a.subscribe(merger, at: 0)
            b.subscribe(merger, at: 1)
            c.subscribe(merger, at: 2)
            merger.start()
        }

        public func merge<Z: Publisher>(with other: Z) -> Publishers.Merge4<A, B, C, Z>
        where Z.Output == A.Output, Z.Failure == A.Failure {
            .init(a, b, c, other)
        }

        public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Publishers.Merge5<A, B, C, Z, Y>
        where Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure {
            .init(a, b, c, z, y)
        }

        public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
            with z: Z, _ y: Y, _ x: X
        ) -> Publishers.Merge6<A, B, C, Z, Y, X>
        where
            Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure,
            X.Output == A.Output, X.Failure == A.Failure
        {
            .init(a, b, c, z, y, x)
        }

        public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
            with z: Z, _ y: Y, _ x: X, _ w: W
        ) -> Publishers.Merge7<A, B, C, Z, Y, X, W>
        where
            Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure,
            X.Output == A.Output, X.Failure == A.Failure, W.Output == A.Output, W.Failure == A.Failure
        {
            .init(a, b, c, z, y, x, w)
        }

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
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        public let a: A
        public let b: B
        public let c: C
        public let d: D

        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let merger = Merger(subscriber, count: 4)
            a.subscribe(merger, at: 0)
            b.subscribe(merger, at: 1)
            c.subscribe(merger, at: 2)
            d.subscribe(merger, at: 3)
            merger.start()
        }

        public func merge<Z: Publisher>(with other: Z) -> Publishers.Merge5<A, B, C, D, Z>
        where Z.Output == A.Output, Z.Failure == A.Failure {
            .init(a, b, c, d, other)
        }

        public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Publishers.Merge6<A, B, C, D, Z, Y>
        where Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure {
            .init(a, b, c, d, z, y)
        }

        public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
            with z: Z, _ y: Y, _ x: X
        ) -> Publishers.Merge7<A, B, C, D, Z, Y, X>
        where
            Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure,
            X.Output == A.Output, X.Failure == A.Failure
        {
            .init(a, b, c, d, z, y, x)
        }

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
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        public let a: A
        public let b: B
        public let c: C
        public let d: D
        public let e: E

        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let merger = Merger(subscriber, count: 5)
            a.subscribe(merger, at: 0)
            b.subscribe(merger, at: 1)
            c.subscribe(merger, at: 2)
            d.subscribe(merger, at: 3)
            e.subscribe(merger, at: 4)
            merger.start()
        }

        public func merge<Z: Publisher>(with other: Z) -> Publishers.Merge6<A, B, C, D, E, Z>
        where Z.Output == A.Output, Z.Failure == A.Failure {
            .init(a, b, c, d, e, other)
        }

        public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Publishers.Merge7<A, B, C, D, E, Z, Y>
        where Z.Output == A.Output, Z.Failure == A.Failure, Y.Output == A.Output, Y.Failure == A.Failure {
            .init(a, b, c, d, e, z, y)
        }

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
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        public let a: A
        public let b: B
        public let c: C
        public let d: D
        public let e: E
        public let f: F

        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
            self.f = f
        }

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

        public func merge<Z: Publisher>(with other: Z) -> Publishers.Merge7<A, B, C, D, E, F, Z>
        where Z.Output == A.Output, Z.Failure == A.Failure {
            .init(a, b, c, d, e, f, other)
        }

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
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        public let a: A
        public let b: B
        public let c: C
        public let d: D
        public let e: E
        public let f: F
        public let g: G

        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
            self.f = f
            self.g = g
        }

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
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        public let a: A
        public let b: B
        public let c: C
        public let d: D
        public let e: E
        public let f: F
        public let g: G
        public let h: H

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

extension Publisher {
    /// Sends the values of this publisher and another as they come.
    public func merge<B: Publisher>(with other: B) -> Publishers.Merge<Self, B>
    where B.Output == Output, B.Failure == Failure {
        .init(self, other)
    }

    /// Sends the values of this publisher and two others as they come.
    public func merge<B: Publisher, C: Publisher>(with b: B, _ c: C) -> Publishers.Merge3<Self, B, C>
    where
        B.Output == Output, B.Failure == Failure,
        C.Output == Output, C.Failure == Failure
    {
        .init(self, b, c)
    }

    /// Sends the values of this publisher and three others as they come.
    public func merge<B: Publisher, C: Publisher, D: Publisher>(
        with b: B, _ c: C, _ d: D
    ) -> Publishers.Merge4<Self, B, C, D>
    where
        B.Output == Output, B.Failure == Failure,
        C.Output == Output, C.Failure == Failure,
        D.Output == Output, D.Failure == Failure
    {
        .init(self, b, c, d)
    }

    /// Sends the values of this publisher and four others as they come.
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E
    ) -> Publishers.Merge5<Self, B, C, D, E>
    where
        B.Output == Output, B.Failure == Failure,
        C.Output == Output, C.Failure == Failure,
        D.Output == Output, D.Failure == Failure,
        E.Output == Output, E.Failure == Failure
    {
        .init(self, b, c, d, e)
    }

    /// Sends the values of this publisher and five others as they come.
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E, _ f: F
    ) -> Publishers.Merge6<Self, B, C, D, E, F>
    where
        B.Output == Output, B.Failure == Failure,
        C.Output == Output, C.Failure == Failure,
        D.Output == Output, D.Failure == Failure,
        E.Output == Output, E.Failure == Failure,
        F.Output == Output, F.Failure == Failure
    {
        .init(self, b, c, d, e, f)
    }

    /// Sends the values of this publisher and six others as they come.
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
    ) -> Publishers.Merge7<Self, B, C, D, E, F, G>
    where
        B.Output == Output, B.Failure == Failure,
        C.Output == Output, C.Failure == Failure,
        D.Output == Output, D.Failure == Failure,
        E.Output == Output, E.Failure == Failure,
        F.Output == Output, F.Failure == Failure,
        G.Output == Output, G.Failure == Failure
    {
        .init(self, b, c, d, e, f, g)
    }

    /// Sends the values of this publisher and seven others as they come.
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
    ) -> Publishers.Merge8<Self, B, C, D, E, F, G, H>
    where
        B.Output == Output, B.Failure == Failure,
        C.Output == Output, C.Failure == Failure,
        D.Output == Output, D.Failure == Failure,
        E.Output == Output, E.Failure == Failure,
        F.Output == Output, F.Failure == Failure,
        G.Output == Output, G.Failure == Failure,
        H.Output == Output, H.Failure == Failure
    {
        .init(self, b, c, d, e, f, g, h)
    }

    /// Sends the values of this publisher and another of the same type as they come.
    public func merge(with other: Self) -> Publishers.MergeMany<Self> {
        .init(self, other)
    }
}

extension Publishers {
    /// A publisher of the values of any number of publishers of one type, as they come.
    ///
    /// It finishes with the last publisher, at once if there is none, and fails with the first failure. Demand is
    /// handled as by ``Publishers/Merge``.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let publishers: [Upstream]

        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let merger = Merger(subscriber, count: publishers.count)
            for (index, publisher) in publishers.enumerated() { publisher.subscribe(merger, at: index) }
            merger.start()
        }

        public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
            .init(publishers + [other])
        }
    }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
#endif
