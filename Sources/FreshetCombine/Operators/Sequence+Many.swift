public import CombineCompletion

extension Collection where Element: Publisher {
    /// Waits for one value from each publisher, and sends them as an array in the order of the
    /// publishers.
    ///
    /// ```swift
    /// [7, 8].map { theatre.publisher(for: .play($0)) }.zip()
    /// ```
    ///
    /// It finishes once a finished publisher has no value left, or immediately if there are no
    /// publishers. Demand is passed to every publisher.
    public func zip() -> Publishers.ZipMany<Element> {
        Publishers.ZipMany(publishers: Array(self))
    }

    /// Sends the latest values of all publishers as an array, once each has sent one, and again
    /// with each further value.
    ///
    /// It follows the rules of `combineLatest`.
    public func combineLatest() -> Publishers.CombineLatestMany<Element> {
        Publishers.CombineLatestMany(publishers: Array(self))
    }
}

extension Publishers {
    /// A publisher of arrays with one value from each of many publishers.
    public struct ZipMany<Upstream: Publisher>: Publisher {
        /// The type of the values.
        public typealias Output = [Upstream.Output]
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The publishers.
        public let publishers: [Upstream]

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            publishers.subscribe(subscriber, to: ZippedArrays(count: publishers.count))
        }
    }

    /// A publisher of arrays with the latest values of many publishers.
    public struct CombineLatestMany<Upstream: Publisher>: Publisher {
        /// The type of the values.
        public typealias Output = [Upstream.Output]
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The publishers.
        public let publishers: [Upstream]

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            publishers.subscribe(subscriber, to: LatestOfMany(count: publishers.count))
        }
    }
}

extension Publishers.ZipMany: Equatable where Upstream: Equatable {}
extension Publishers.CombineLatestMany: Equatable where Upstream: Equatable {}

extension Array where Element: Publisher {
    fileprivate func subscribe<Values: ManyValues<Element.Output>, S: Subscriber>(_ subscriber: S, to values: Values)
    where S.Input == Values.Combined, S.Failure == Element.Failure {
        let combiner = Combiner(subscriber, values: values, count: count)
        for (index, publisher) in enumerated() {
            publisher.subscribe(combiner, at: index) { $0.insert($1, at: index) }
        }
        combiner.start()
    }
}
