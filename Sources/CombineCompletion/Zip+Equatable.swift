#if !canImport(Combine)
import CombineOrOpenCombine

extension Publishers.Zip: @retroactive Equatable where UpstreamA: Equatable, UpstreamB: Equatable {
    /// Compares the publishers.
    public static func == (first: Self, second: Self) -> Bool {
        first.a == second.a && first.b == second.b
    }
}

extension Publishers.Zip3: @retroactive Equatable
where UpstreamA: Equatable, UpstreamB: Equatable, UpstreamC: Equatable {
    /// Compares the publishers.
    public static func == (first: Self, second: Self) -> Bool {
        first.a == second.a && first.b == second.b && first.c == second.c
    }
}

extension Publishers.Zip4: @retroactive Equatable
where UpstreamA: Equatable, UpstreamB: Equatable, UpstreamC: Equatable, UpstreamD: Equatable {
    /// Compares the publishers.
    public static func == (first: Self, second: Self) -> Bool {
        first.a == second.a && first.b == second.b && first.c == second.c && first.d == second.d
    }
}
#endif
