#if !canImport(Combine)
public import CombineOrOpenCombine

extension Publishers {
    /// A publisher of the values of five publishers as they arrive, following the rules of
    /// ``Publishers/Merge``.
    public struct Merge5<
        A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
        D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>
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
            Merger.start(subscriber, [a.attach, b.attach, c.attach, d.attach, e.attach])
        }

        /// Merges the values of another publisher.
        public func merge<F: Publisher<Output, Failure>>(with f: F) -> Publishers.Merge6<A, B, C, D, E, F> {
            .init(a, b, c, d, e, f)
        }

        /// Merges the values of further publishers.
        public func merge<F: Publisher<Output, Failure>, G: Publisher<Output, Failure>>(
            with f: F, _ g: G
        ) -> Publishers.Merge7<A, B, C, D, E, F, G> {
            .init(a, b, c, d, e, f, g)
        }

        /// Merges the values of further publishers.
        public func merge<F: Publisher<Output, Failure>, G: Publisher<Output, Failure>, H: Publisher<Output, Failure>>(
            with f: F, _ g: G, _ h: H
        ) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
            .init(a, b, c, d, e, f, g, h)
        }
    }
}

extension Publishers.Merge5: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}

extension Publishers {
    /// A publisher of the values of six publishers as they arrive, following the rules of
    /// ``Publishers/Merge``.
    public struct Merge6<
        A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
        D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>, F: Publisher<A.Output, A.Failure>
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
            Merger.start(subscriber, [a.attach, b.attach, c.attach, d.attach, e.attach, f.attach])
        }

        /// Merges the values of another publisher.
        public func merge<G: Publisher<Output, Failure>>(with g: G) -> Publishers.Merge7<A, B, C, D, E, F, G> {
            .init(a, b, c, d, e, f, g)
        }

        /// Merges the values of further publishers.
        public func merge<G: Publisher<Output, Failure>, H: Publisher<Output, Failure>>(
            with g: G, _ h: H
        ) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
            .init(a, b, c, d, e, f, g, h)
        }
    }
}

extension Publishers.Merge6: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}

extension Publishers {
    /// A publisher of the values of seven publishers as they arrive, following the rules of
    /// ``Publishers/Merge``.
    public struct Merge7<
        A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
        D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>, F: Publisher<A.Output, A.Failure>,
        G: Publisher<A.Output, A.Failure>
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
            Merger.start(
                subscriber, [a.attach, b.attach, c.attach, d.attach, e.attach, f.attach, g.attach])
        }

        /// Merges the values of another publisher.
        public func merge<H: Publisher<Output, Failure>>(with h: H) -> Publishers.Merge8<A, B, C, D, E, F, G, H> {
            .init(a, b, c, d, e, f, g, h)
        }
    }
}

extension Publishers.Merge7: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable {}

extension Publishers {
    /// A publisher of the values of eight publishers as they arrive, following the rules of
    /// ``Publishers/Merge``.
    public struct Merge8<
        A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
        D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>, F: Publisher<A.Output, A.Failure>,
        G: Publisher<A.Output, A.Failure>, H: Publisher<A.Output, A.Failure>
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
            Merger.start(
                subscriber,
                [
                    a.attach, b.attach, c.attach, d.attach, e.attach, f.attach, g.attach,
                    h.attach,
                ])
        }
    }
}

extension Publishers.Merge8: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable, H: Equatable {}
#endif
