#if !canImport(Combine)
public import OpenCombine

/// The publishers of operators: Combine's namespace.
///
/// This module's own publishers are declared next to their operators; the others are OpenCombine's.
public enum Publishers {
    /// The way in which a buffer is filled.
    public typealias PrefetchStrategy = OpenCombine.Publishers.PrefetchStrategy
    /// The behaviour of a full buffer.
    public typealias BufferingStrategy = OpenCombine.Publishers.BufferingStrategy

    /// OpenCombine's publisher of this name.
    public typealias AllSatisfy = OpenCombine.Publishers.AllSatisfy
    /// OpenCombine's publisher of this name.
    public typealias AssertNoFailure = OpenCombine.Publishers.AssertNoFailure
    /// OpenCombine's publisher of this name.
    public typealias Autoconnect = OpenCombine.Publishers.Autoconnect
    /// OpenCombine's publisher of this name.
    public typealias Breakpoint = OpenCombine.Publishers.Breakpoint
    /// OpenCombine's publisher of this name.
    public typealias Buffer = OpenCombine.Publishers.Buffer
    /// OpenCombine's publisher of this name.
    public typealias Catch = OpenCombine.Publishers.Catch
    /// OpenCombine's publisher of this name.
    public typealias Collect = OpenCombine.Publishers.Collect
    /// OpenCombine's publisher of this name.
    public typealias CollectByCount = OpenCombine.Publishers.CollectByCount
    /// OpenCombine's publisher of this name.
    public typealias CompactMap = OpenCombine.Publishers.CompactMap
    /// OpenCombine's publisher of this name.
    public typealias Comparison = OpenCombine.Publishers.Comparison
    /// OpenCombine's publisher of this name.
    public typealias Concatenate = OpenCombine.Publishers.Concatenate
    /// OpenCombine's publisher of this name.
    public typealias Contains = OpenCombine.Publishers.Contains
    /// OpenCombine's publisher of this name.
    public typealias ContainsWhere = OpenCombine.Publishers.ContainsWhere
    /// OpenCombine's publisher of this name.
    public typealias Count = OpenCombine.Publishers.Count
    /// OpenCombine's publisher of this name.
    public typealias Decode = OpenCombine.Publishers.Decode
    /// OpenCombine's publisher of this name.
    public typealias Drop = OpenCombine.Publishers.Drop
    /// OpenCombine's publisher of this name.
    public typealias DropUntilOutput = OpenCombine.Publishers.DropUntilOutput
    /// OpenCombine's publisher of this name.
    public typealias DropWhile = OpenCombine.Publishers.DropWhile
    /// OpenCombine's publisher of this name.
    public typealias Encode = OpenCombine.Publishers.Encode
    /// OpenCombine's publisher of this name.
    public typealias Filter = OpenCombine.Publishers.Filter
    /// OpenCombine's publisher of this name.
    public typealias First = OpenCombine.Publishers.First
    /// OpenCombine's publisher of this name.
    public typealias FirstWhere = OpenCombine.Publishers.FirstWhere
    /// OpenCombine's publisher of this name.
    public typealias HandleEvents = OpenCombine.Publishers.HandleEvents
    /// OpenCombine's publisher of this name.
    public typealias IgnoreOutput = OpenCombine.Publishers.IgnoreOutput
    /// OpenCombine's publisher of this name.
    public typealias Last = OpenCombine.Publishers.Last
    /// OpenCombine's publisher of this name.
    public typealias LastWhere = OpenCombine.Publishers.LastWhere
    /// OpenCombine's publisher of this name.
    public typealias MakeConnectable = OpenCombine.Publishers.MakeConnectable
    /// OpenCombine's publisher of this name.
    public typealias Map = OpenCombine.Publishers.Map
    /// OpenCombine's publisher of this name.
    public typealias MapError = OpenCombine.Publishers.MapError
    /// OpenCombine's publisher of this name.
    public typealias MapKeyPath = OpenCombine.Publishers.MapKeyPath
    /// OpenCombine's publisher of this name.
    public typealias MapKeyPath2 = OpenCombine.Publishers.MapKeyPath2
    /// OpenCombine's publisher of this name.
    public typealias MapKeyPath3 = OpenCombine.Publishers.MapKeyPath3
    /// OpenCombine's publisher of this name.
    public typealias MeasureInterval = OpenCombine.Publishers.MeasureInterval
    /// OpenCombine's publisher of this name.
    public typealias Multicast = OpenCombine.Publishers.Multicast
    /// OpenCombine's publisher of this name.
    public typealias Output = OpenCombine.Publishers.Output
    /// OpenCombine's publisher of this name.
    public typealias PrefixWhile = OpenCombine.Publishers.PrefixWhile
    /// OpenCombine's publisher of this name.
    public typealias Print = OpenCombine.Publishers.Print
    /// OpenCombine's publisher of this name.
    public typealias Reduce = OpenCombine.Publishers.Reduce
    /// OpenCombine's publisher of this name.
    public typealias RemoveDuplicates = OpenCombine.Publishers.RemoveDuplicates
    /// OpenCombine's publisher of this name.
    public typealias ReplaceError = OpenCombine.Publishers.ReplaceError
    /// OpenCombine's publisher of this name.
    public typealias Retry = OpenCombine.Publishers.Retry
    /// OpenCombine's publisher of this name.
    public typealias Scan = OpenCombine.Publishers.Scan
    /// OpenCombine's publisher of this name.
    public typealias Sequence = OpenCombine.Publishers.Sequence
    /// OpenCombine's publisher of this name.
    public typealias SetFailureType = OpenCombine.Publishers.SetFailureType
    /// OpenCombine's publisher of this name.
    public typealias Share = OpenCombine.Publishers.Share
    /// OpenCombine's publisher of this name.
    public typealias SubscribeOn = OpenCombine.Publishers.SubscribeOn
    /// OpenCombine's publisher of this name.
    public typealias Throttle = OpenCombine.Publishers.Throttle
    /// OpenCombine's publisher of this name.
    public typealias Timeout = OpenCombine.Publishers.Timeout
    /// OpenCombine's publisher of this name.
    public typealias TryAllSatisfy = OpenCombine.Publishers.TryAllSatisfy
    /// OpenCombine's publisher of this name.
    public typealias TryCatch = OpenCombine.Publishers.TryCatch
    /// OpenCombine's publisher of this name.
    public typealias TryCompactMap = OpenCombine.Publishers.TryCompactMap
    /// OpenCombine's publisher of this name.
    public typealias TryComparison = OpenCombine.Publishers.TryComparison
    /// OpenCombine's publisher of this name.
    public typealias TryContainsWhere = OpenCombine.Publishers.TryContainsWhere
    /// OpenCombine's publisher of this name.
    public typealias TryDropWhile = OpenCombine.Publishers.TryDropWhile
    /// OpenCombine's publisher of this name.
    public typealias TryFilter = OpenCombine.Publishers.TryFilter
    /// OpenCombine's publisher of this name.
    public typealias TryFirstWhere = OpenCombine.Publishers.TryFirstWhere
    /// OpenCombine's publisher of this name.
    public typealias TryLastWhere = OpenCombine.Publishers.TryLastWhere
    /// OpenCombine's publisher of this name.
    public typealias TryMap = OpenCombine.Publishers.TryMap
    /// OpenCombine's publisher of this name.
    public typealias TryPrefixWhile = OpenCombine.Publishers.TryPrefixWhile
    /// OpenCombine's publisher of this name.
    public typealias TryReduce = OpenCombine.Publishers.TryReduce
    /// OpenCombine's publisher of this name.
    public typealias TryRemoveDuplicates = OpenCombine.Publishers.TryRemoveDuplicates
    /// OpenCombine's publisher of this name.
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
