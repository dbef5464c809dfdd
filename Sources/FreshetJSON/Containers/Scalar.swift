/// A type that is read directly from an index.
protocol Scalar: JSONReadable {
    /// Reads a value, or returns `nil` if it has another type.
    static func read(_ node: Int, in index: JSONIndex) -> Self?
}

extension String: Scalar {
    @inline(__always)
    static func read(_ node: Int, in index: JSONIndex) -> String? { index.text(node) }
}

extension Bool: Scalar {
    @inline(__always)
    static func read(_ node: Int, in index: JSONIndex) -> Bool? {
        let kind = index.entry(node).kind
        return kind == .true ? true : kind == .false ? false : nil
    }
}

extension Double: Scalar {
    @inline(__always)
    static func read(_ node: Int, in index: JSONIndex) -> Double? { index.double(node) }
}

extension Float: Scalar {
    static func read(_ node: Int, in index: JSONIndex) -> Float? { index.float(node) }
}

extension Scalar {
    /// Reads the value directly from the index.
    ///
    /// - Throws: A `DecodingError` if the value has another type.
    public init(json: JSONValue) throws { self = try json.location.scalar(Self.self) }
}

extension Scalar where Self: FixedWidthInteger {
    @inline(__always)
    static func read(_ node: Int, in index: JSONIndex) -> Self? { index.integer(node) }
}

extension Int: Scalar {}
extension Int8: Scalar {}
extension Int16: Scalar {}
extension Int32: Scalar {}
extension Int64: Scalar {}
extension Int128: Scalar {}
extension UInt: Scalar {}
extension UInt8: Scalar {}
extension UInt16: Scalar {}
extension UInt32: Scalar {}
extension UInt64: Scalar {}
extension UInt128: Scalar {}
