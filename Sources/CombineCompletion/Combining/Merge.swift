#if !canImport(Combine)
public import CombineOrOpenCombine

extension Publishers {
    /// A publisher of the values of two publishers as they arrive.
    ///
    /// It finishes with the last publisher and fails with the first failure. If demand is limited,
    /// one value at a time is requested from each publisher. A value without demand waits.
    public struct Merge<A: Publisher, B: Publisher<A.Output, A.Failure>>: Publisher {
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
            Merger.start(subscriber, [a.attach, b.attach])
        }

        /// Merges the values of another publisher.
        public func merge<C: Publisher<Output, Failure>>(with c: C) -> Publishers.Merge3<A, B, C> {
            .init(a, b, c)
        }

        /// Merges the values of further publishers.
        public func merge<C: Publisher<Output, Failure>, D: Publisher<Output, Failure>>(
            with c: C, _ d: D
        ) -> Publishers.Merge4<A, B, C, D> {
            .init(a, b, c, d)
        }

        /// Merges the values of further publishers.
        public func merge<C: Publisher<Output, Failure>, D: Publisher<Output, Failure>, E: Publisher<Output, Failure>>(
            with c: C, _ d: D, _ e: E
        ) -> Publishers.Merge5<A, B, C, D, E> {
            .init(a, b, c, d, e)
        }

        /// Merges the values of further publishers.
        public func merge<
            C: Publisher<Output, Failure>, D: Publisher<Output, Failure>, E: Publisher<Output, Failure>,
            F: Publisher<Output, Failure>
        >(with c: C, _ d: D, _ e: E, _ f: F) -> Publishers.Merge6<A, B, C, D, E, F> {
            .init(a, b, c, d, e, f)
        }

        /// Merges the values of further publishers.
        public func merge<
            C: Publisher<Output, Failure>, D: Publisher<Output, Failure>, E: Publisher<Output, Failure>,
            F: Publisher<Output, Failure>, G: Publisher<Output, Failure>
        >(with c: C, _ d: D, _ e: E, _ f: F, _ g: G) -> Publishers.Merge7<A, B, C, D, E, F, G> {
            .init(a, b, c, d, e, f, g)
        }

        /// Merges the values of further publishers.
        public func merge<
            C: Publisher<Output, Failure>, D: Publisher<Output, Failure>, E: Publisher<Output, Failure>,
            F: Publisher<Output, Failure>, G: Publisher<Output, Failure>, H: Publisher<Output, Failure>
        >(with c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
            .init(a, b, c, d, e, f, g, h)
        }
    }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}

extension Publishers {
    /// A publisher of the values of three publishers as they arrive, following the rules of
    /// ``Publishers/Merge``.
    public struct Merge3<A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>>: Publisher
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
            Merger.start(subscriber, [a.attach, b.attach, c.attach])
        }

        /// Merges the values of another publisher.
        public func merge<D: Publisher<Output, Failure>>(with d: D) -> Publishers.Merge4<A, B, C, D> {
            .init(a, b, c, d)
        }

        /// Merges the values of further publishers.
        public func merge<D: Publisher<Output, Failure>, E: Publisher<Output, Failure>>(
            with d: D, _ e: E
        ) -> Publishers.Merge5<A, B, C, D, E> {
            .init(a, b, c, d, e)
        }

        /// Merges the values of further publishers.
        public func merge<D: Publisher<Output, Failure>, E: Publisher<Output, Failure>, F: Publisher<Output, Failure>>(
            with d: D, _ e: E, _ f: F
        ) -> Publishers.Merge6<A, B, C, D, E, F> {
            .init(a, b, c, d, e, f)
        }

        /// Merges the values of further publishers.
        public func merge<
            D: Publisher<Output, Failure>, E: Publisher<Output, Failure>, F: Publisher<Output, Failure>,
            G: Publisher<Output, Failure>
        >(with d: D, _ e: E, _ f: F, _ g: G) -> Publishers.Merge7<A, B, C, D, E, F, G> {
            .init(a, b, c, d, e, f, g)
        }

        /// Merges the values of further publishers.
        public func merge<
            D: Publisher<Output, Failure>, E: Publisher<Output, Failure>, F: Publisher<Output, Failure>,
            G: Publisher<Output, Failure>, H: Publisher<Output, Failure>
        >(with d: D, _ e: E, _ f: F, _ g: G, _ h: H) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
            .init(a, b, c, d, e, f, g, h)
        }
    }
}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publishers {
    /// A publisher of the values of four publishers as they arrive, following the rules of
    /// ``Publishers/Merge``.
    public struct Merge4<
        A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
        D: Publisher<A.Output, A.Failure>
    >: Publisher {
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
            Merger.start(subscriber, [a.attach, b.attach, c.attach, d.attach])
        }

        /// Merges the values of another publisher.
        public func merge<E: Publisher<Output, Failure>>(with e: E) -> Publishers.Merge5<A, B, C, D, E> {
            .init(a, b, c, d, e)
        }

        /// Merges the values of further publishers.
        public func merge<E: Publisher<Output, Failure>, F: Publisher<Output, Failure>>(
            with e: E, _ f: F
        ) -> Publishers.Merge6<A, B, C, D, E, F> {
            .init(a, b, c, d, e, f)
        }

        /// Merges the values of further publishers.
        public func merge<E: Publisher<Output, Failure>, F: Publisher<Output, Failure>, G: Publisher<Output, Failure>>(
            with e: E, _ f: F, _ g: G
        ) -> Publishers.Merge7<A, B, C, D, E, F, G> {
            .init(a, b, c, d, e, f, g)
        }

        /// Merges the values of further publishers.
        public func merge<
            E: Publisher<Output, Failure>, F: Publisher<Output, Failure>, G: Publisher<Output, Failure>,
            H: Publisher<Output, Failure>
        >(with e: E, _ f: F, _ g: G, _ h: H) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
            .init(a, b, c, d, e, f, g, h)
        }
    }
}

extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
#endif
