#if !canImport(Combine)
public import OpenCombine

/// The publishers of operators: Combine's namespace.
///
/// Those that this module has are declared beside their operators; the others are OpenCombine's.
public enum Publishers {
    /// How a buffer is filled.
    public typealias PrefetchStrategy = OpenCombine.Publishers.PrefetchStrategy
    /// What a buffer that is full does.
    public typealias BufferingStrategy = OpenCombine.Publishers.BufferingStrategy

    /// The publisher of OpenCombine.
    public typealias AllSatisfy = OpenCombine.Publishers.AllSatisfy
    /// The publisher of OpenCombine.
    public typealias AssertNoFailure = OpenCombine.Publishers.AssertNoFailure
    /// The publisher of OpenCombine.
    public typealias Autoconnect = OpenCombine.Publishers.Autoconnect
    /// The publisher of OpenCombine.
    public typealias Breakpoint = OpenCombine.Publishers.Breakpoint
    /// The publisher of OpenCombine.
    public typealias Buffer = OpenCombine.Publishers.Buffer
    /// The publisher of OpenCombine.
    public typealias Catch = OpenCombine.Publishers.Catch
    /// The publisher of OpenCombine.
    public typealias Collect = OpenCombine.Publishers.Collect
    /// The publisher of OpenCombine.
    public typealias CollectByCount = OpenCombine.Publishers.CollectByCount
    /// The publisher of OpenCombine.
    public typealias CompactMap = OpenCombine.Publishers.CompactMap
    /// The publisher of OpenCombine.
    public typealias Comparison = OpenCombine.Publishers.Comparison
    /// The publisher of OpenCombine.
    public typealias Concatenate = OpenCombine.Publishers.Concatenate
    /// The publisher of OpenCombine.
    public typealias Contains = OpenCombine.Publishers.Contains
    /// The publisher of OpenCombine.
    public typealias ContainsWhere = OpenCombine.Publishers.ContainsWhere
    /// The publisher of OpenCombine.
    public typealias Count = OpenCombine.Publishers.Count
    /// The publisher of OpenCombine.
    public typealias Decode = OpenCombine.Publishers.Decode
    /// The publisher of OpenCombine.
    public typealias Drop = OpenCombine.Publishers.Drop
    /// The publisher of OpenCombine.
    public typealias DropUntilOutput = OpenCombine.Publishers.DropUntilOutput
    /// The publisher of OpenCombine.
    public typealias DropWhile = OpenCombine.Publishers.DropWhile
    /// The publisher of OpenCombine.
    public typealias Encode = OpenCombine.Publishers.Encode
    /// The publisher of OpenCombine.
    public typealias Filter = OpenCombine.Publishers.Filter
    /// The publisher of OpenCombine.
    public typealias First = OpenCombine.Publishers.First
    /// The publisher of OpenCombine.
    public typealias FirstWhere = OpenCombine.Publishers.FirstWhere
    /// The publisher of OpenCombine.
    public typealias HandleEvents = OpenCombine.Publishers.HandleEvents
    /// The publisher of OpenCombine.
    public typealias IgnoreOutput = OpenCombine.Publishers.IgnoreOutput
    /// The publisher of OpenCombine.
    public typealias Last = OpenCombine.Publishers.Last
    /// The publisher of OpenCombine.
    public typealias LastWhere = OpenCombine.Publishers.LastWhere
    /// The publisher of OpenCombine.
    public typealias MakeConnectable = OpenCombine.Publishers.MakeConnectable
    /// The publisher of OpenCombine.
    public typealias Map = OpenCombine.Publishers.Map
    /// The publisher of OpenCombine.
    public typealias MapError = OpenCombine.Publishers.MapError
    /// The publisher of OpenCombine.
    public typealias MapKeyPath = OpenCombine.Publishers.MapKeyPath
    /// The publisher of OpenCombine.
    public typealias MapKeyPath2 = OpenCombine.Publishers.MapKeyPath2
    /// The publisher of OpenCombine.
    public typealias MapKeyPath3 = OpenCombine.Publishers.MapKeyPath3
    /// The publisher of OpenCombine.
    public typealias MeasureInterval = OpenCombine.Publishers.MeasureInterval
    /// The publisher of OpenCombine.
    public typealias Multicast = OpenCombine.Publishers.Multicast
    /// The publisher of OpenCombine.
    public typealias Output = OpenCombine.Publishers.Output
    /// The publisher of OpenCombine.
    public typealias PrefixWhile = OpenCombine.Publishers.PrefixWhile
    /// The publisher of OpenCombine.
    public typealias Print = OpenCombine.Publishers.Print
    /// The publisher of OpenCombine.
    public typealias Reduce = OpenCombine.Publishers.Reduce
    /// The publisher of OpenCombine.
    public typealias RemoveDuplicates = OpenCombine.Publishers.RemoveDuplicates
    /// The publisher of OpenCombine.
    public typealias ReplaceError = OpenCombine.Publishers.ReplaceError
    /// The publisher of OpenCombine.
    public typealias Retry = OpenCombine.Publishers.Retry
    /// The publisher of OpenCombine.
    public typealias Scan = OpenCombine.Publishers.Scan
    /// The publisher of OpenCombine.
    public typealias Sequence = OpenCombine.Publishers.Sequence
    /// The publisher of OpenCombine.
    public typealias SetFailureType = OpenCombine.Publishers.SetFailureType
    /// The publisher of OpenCombine.
    public typealias Share = OpenCombine.Publishers.Share
    /// The publisher of OpenCombine.
    public typealias SubscribeOn = OpenCombine.Publishers.SubscribeOn
    /// The publisher of OpenCombine.
    public typealias Throttle = OpenCombine.Publishers.Throttle
    /// The publisher of OpenCombine.
    public typealias Timeout = OpenCombine.Publishers.Timeout
    /// The publisher of OpenCombine.
    public typealias TryAllSatisfy = OpenCombine.Publishers.TryAllSatisfy
    /// The publisher of OpenCombine.
    public typealias TryCatch = OpenCombine.Publishers.TryCatch
    /// The publisher of OpenCombine.
    public typealias TryCompactMap = OpenCombine.Publishers.TryCompactMap
    /// The publisher of OpenCombine.
    public typealias TryComparison = OpenCombine.Publishers.TryComparison
    /// The publisher of OpenCombine.
    public typealias TryContainsWhere = OpenCombine.Publishers.TryContainsWhere
    /// The publisher of OpenCombine.
    public typealias TryDropWhile = OpenCombine.Publishers.TryDropWhile
    /// The publisher of OpenCombine.
    public typealias TryFilter = OpenCombine.Publishers.TryFilter
    /// The publisher of OpenCombine.
    public typealias TryFirstWhere = OpenCombine.Publishers.TryFirstWhere
    /// The publisher of OpenCombine.
    public typealias TryLastWhere = OpenCombine.Publishers.TryLastWhere
    /// The publisher of OpenCombine.
    public typealias TryMap = OpenCombine.Publishers.TryMap
    /// The publisher of OpenCombine.
    public typealias TryPrefixWhile = OpenCombine.Publishers.TryPrefixWhile
    /// The publisher of OpenCombine.
    public typealias TryReduce = OpenCombine.Publishers.TryReduce
    /// The publisher of OpenCombine.
    public typealias TryRemoveDuplicates = OpenCombine.Publishers.TryRemoveDuplicates
    /// The publisher of OpenCombine.
    public typealias TryScan = OpenCombine.Publishers.TryScan
}

extension OpenCombine.Publishers.AllSatisfy: Publisher {}
extension OpenCombine.Publishers.AssertNoFailure: Publisher {}
extension OpenCombine.Publishers.Autoconnect: Publisher {}
extension OpenCombine.Publishers.Breakpoint: Publisher {}
extension OpenCombine.Publishers.Buffer: Publisher {}
extension OpenCombine.Publishers.Catch: Publisher {}
extension OpenCombine.Publishers.Collect: Publisher {}
extension OpenCombine.Publishers.CollectByCount: Publisher {}
extension OpenCombine.Publishers.CompactMap: Publisher {}
extension OpenCombine.Publishers.Comparison: Publisher {}
extension OpenCombine.Publishers.Concatenate: Publisher {}
extension OpenCombine.Publishers.Contains: Publisher {}
extension OpenCombine.Publishers.ContainsWhere: Publisher {}
extension OpenCombine.Publishers.Count: Publisher {}
extension OpenCombine.Publishers.Debounce: Publisher {}
extension OpenCombine.Publishers.Decode: Publisher {}
extension OpenCombine.Publishers.Delay: Publisher {}
extension OpenCombine.Publishers.Drop: Publisher {}
extension OpenCombine.Publishers.DropUntilOutput: Publisher {}
extension OpenCombine.Publishers.DropWhile: Publisher {}
extension OpenCombine.Publishers.Encode: Publisher {}
extension OpenCombine.Publishers.Filter: Publisher {}
extension OpenCombine.Publishers.First: Publisher {}
extension OpenCombine.Publishers.FirstWhere: Publisher {}
extension OpenCombine.Publishers.HandleEvents: Publisher {}
extension OpenCombine.Publishers.IgnoreOutput: Publisher {}
extension OpenCombine.Publishers.Last: Publisher {}
extension OpenCombine.Publishers.LastWhere: Publisher {}
extension OpenCombine.Publishers.MakeConnectable: ConnectablePublisher {}
extension OpenCombine.Publishers.Map: Publisher {}
extension OpenCombine.Publishers.MapError: Publisher {}
extension OpenCombine.Publishers.MapKeyPath: Publisher {}
extension OpenCombine.Publishers.MapKeyPath2: Publisher {}
extension OpenCombine.Publishers.MapKeyPath3: Publisher {}
extension OpenCombine.Publishers.MeasureInterval: Publisher {}
extension OpenCombine.Publishers.Multicast: ConnectablePublisher {}
extension OpenCombine.Publishers.Output: Publisher {}
extension OpenCombine.Publishers.PrefixUntilOutput: Publisher {}
extension OpenCombine.Publishers.PrefixWhile: Publisher {}
extension OpenCombine.Publishers.Print: Publisher {}
extension OpenCombine.Publishers.ReceiveOn: Publisher {}
extension OpenCombine.Publishers.Reduce: Publisher {}
extension OpenCombine.Publishers.RemoveDuplicates: Publisher {}
extension OpenCombine.Publishers.ReplaceEmpty: Publisher {}
extension OpenCombine.Publishers.ReplaceError: Publisher {}
extension OpenCombine.Publishers.Retry: Publisher {}
extension OpenCombine.Publishers.Scan: Publisher {}
extension OpenCombine.Publishers.Sequence: Publisher {}
extension OpenCombine.Publishers.SetFailureType: Publisher {}
extension OpenCombine.Publishers.Share: Publisher {}
extension OpenCombine.Publishers.SubscribeOn: Publisher {}
extension OpenCombine.Publishers.Throttle: Publisher {}
extension OpenCombine.Publishers.Timeout: Publisher {}
extension OpenCombine.Publishers.TryAllSatisfy: Publisher {}
extension OpenCombine.Publishers.TryCatch: Publisher {}
extension OpenCombine.Publishers.TryCompactMap: Publisher {}
extension OpenCombine.Publishers.TryComparison: Publisher {}
extension OpenCombine.Publishers.TryContainsWhere: Publisher {}
extension OpenCombine.Publishers.TryDropWhile: Publisher {}
extension OpenCombine.Publishers.TryFilter: Publisher {}
extension OpenCombine.Publishers.TryFirstWhere: Publisher {}
extension OpenCombine.Publishers.TryLastWhere: Publisher {}
extension OpenCombine.Publishers.TryMap: Publisher {}
extension OpenCombine.Publishers.TryPrefixWhile: Publisher {}
extension OpenCombine.Publishers.TryReduce: Publisher {}
extension OpenCombine.Publishers.TryRemoveDuplicates: Publisher {}
extension OpenCombine.Publishers.TryScan: Publisher {}
#endif
