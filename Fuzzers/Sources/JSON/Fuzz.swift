import Foundation
import FuzzInput

/// The decoder of JSON beside Foundation's: the same values of the same bodies, and no body that is no JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let difference = fuzzJSON(FuzzInput(bytes, count).data)
    check(difference == nil, difference ?? "")
    return 0
}
