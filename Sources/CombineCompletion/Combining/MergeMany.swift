#if !canImport(Combine)
public import CombineOrOpenCombine

extension Publishers {
    /// A publisher of the values of any number of publishers of one type, as they arrive.
    ///
    /// It finishes with the last publisher, or immediately if there is none, and fails with the
    /// first failure. Demand is handled as in ``Publishers/Merge``.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        /// The type of the values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The publishers.
        public let publishers: [Upstream]

        /// Makes a publisher of the values of some publishers.
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// Makes a publisher of the values of a sequence of publishers.
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Merger.start(subscriber, publishers.map { $0.attach })
        }

        /// Merges the values of another publisher.
        public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
            .init(publishers + [other])
        }
    }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
#endif
