import Foundation

/// The index of one body, shared by all types that are decoded from it.
///
/// It is written once. Only the positions at which key searches begin and the cache of types change
/// later. Both belong to a single `decode` call, which runs on one thread.
final class JSONIndex {
    /// The position of the entry that stands for missing values.
    static let missing = 0
    static let root = 1

    let bytes: Storage<UInt8>
    let tape: Storage<UInt64>
    let options: FreshetJSONDecoder
    let convertsKeys: Bool
    let dateForm: DateForm
    var types = TypeNotes()
    /// The key tables of large objects, keyed by the object's position.
    var keyTables: [Int: KeyTable] = [:]
    var lastTable: (object: Int, keys: KeyTable)?

    /// The date strategy in a form that is fast to check.
    enum DateForm {
        case secondsSince2001, seconds, milliseconds, standard, internet, other
    }

    init(of body: some Collection<UInt8>, options: FreshetJSONDecoder) throws(DecodingError) {
        guard body.count < Entry.byteLimit else {
            throw .dataCorrupted(.init(codingPath: [], debugDescription: "A body of a gigabyte or more can't be read."))
        }
        var builder = IndexBuilder(body)
        if let fault = builder.build() { throw builder.error(fault) }
        bytes = builder.bytes
        tape = builder.tape
        self.options = options
        convertsKeys = options.convertsKeys
        dateForm = options.dateForm
    }

    @inline(__always)
    func entry(_ node: Int) -> Entry { Entry(word: tape[node]) }

    func isNull(_ node: Int) -> Bool { entry(node).kind == .null }

    /// Returns the number of an array's elements or of an object's pairs.
    @inline(__always)
    func count(of container: Int) -> Int { entry(container + 1).count }

    /// Returns the position of the next value in the same container.
    @inline(__always)
    func next(_ node: Int) -> Int {
        let entry = entry(node)
        return entry.kind.isContainer ? entry.count : node + 1
    }
}
