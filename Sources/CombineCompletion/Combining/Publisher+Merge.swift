#if !canImport(Combine)
public import CombineOrOpenCombine

extension Publisher {
    /// Sends the values of this publisher and another as they arrive.
    public func merge<B: Publisher<Output, Failure>>(with b: B) -> Publishers.Merge<Self, B> {
        .init(self, b)
    }

    /// Sends the values of this publisher and two others as they arrive.
    public func merge<B: Publisher<Output, Failure>, C: Publisher<Output, Failure>>(
        with b: B, _ c: C
    ) -> Publishers.Merge3<Self, B, C> {
        .init(self, b, c)
    }

    /// Sends the values of this publisher and three others as they arrive.
    public func merge<B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>>(
        with b: B, _ c: C, _ d: D
    ) -> Publishers.Merge4<Self, B, C, D> {
        .init(self, b, c, d)
    }

    /// Sends the values of this publisher and four others as they arrive.
    public func merge<
        B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
        E: Publisher<Output, Failure>
    >(with b: B, _ c: C, _ d: D, _ e: E) -> Publishers.Merge5<Self, B, C, D, E> {
        .init(self, b, c, d, e)
    }

    /// Sends the values of this publisher and five others as they arrive.
    public func merge<
        B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
        E: Publisher<Output, Failure>, F: Publisher<Output, Failure>
    >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F) -> Publishers.Merge6<Self, B, C, D, E, F> {
        .init(self, b, c, d, e, f)
    }

    /// Sends the values of this publisher and six others as they arrive.
    public func merge<
        B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
        E: Publisher<Output, Failure>, F: Publisher<Output, Failure>, G: Publisher<Output, Failure>
    >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) -> Publishers.Merge7<Self, B, C, D, E, F, G> {
        .init(self, b, c, d, e, f, g)
    }

    /// Sends the values of this publisher and seven others as they arrive.
    public func merge<
        B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
        E: Publisher<Output, Failure>, F: Publisher<Output, Failure>, G: Publisher<Output, Failure>,
        H: Publisher<Output, Failure>
    >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) -> Publishers.Merge8<Self, B, C, D, E, F, G, H> {
        .init(self, b, c, d, e, f, g, h)
    }

    /// Sends the values of this publisher and another of the same type as they arrive.
    public func merge(with other: Self) -> Publishers.MergeMany<Self> {
        .init(self, other)
    }
}
#endif
