import Foundation

/// The index of one body, which everything that reads from it shares.
///
/// It is written once. What changes later are only the places where looking up keys begins, and notes about types; both
/// belong to one call of `decode`, which runs on one thread.
final class JSONIndex {
    /// Where to find what a missing value is read from.
    static let missing = 0
    static let root = 1

    let bytes: Storage<UInt8>
    let tape: Storage<UInt64>
    let options: FreshetJSONDecoder
    let convertsKeys: Bool
    let dateForm: DateForm
    var types = TypeNotes()
    /// The keys of objects that are not looked through one after the other, by the object's place.
    var keyTables: [Int: KeyTable] = [:]
    var lastTable: (object: Int, keys: KeyTable)?

    /// How dates are written, in a form that is quick to look at.
    enum DateForm {
        case secondsSince2001, seconds, milliseconds, standard, internet, other
    }

    init(builder: consuming IndexBuilder, options: FreshetJSONDecoder) {
        bytes = builder.bytes
        tape = builder.tape
        self.options = options
        convertsKeys = options.convertsKeys
        dateForm = options.dateForm
    }

    @inline(__always)
    func entry(_ node: Int) -> Entry { Entry(word: tape[node]) }

    /// The number of elements of an array, or of pairs of an object.
    @inline(__always)
    func count(of container: Int) -> Int { entry(container + 1).count }

    /// The value behind a value in the same container.
    @inline(__always)
    func next(_ node: Int) -> Int {
        let entry = entry(node)
        return entry.kind.isContainer ? entry.count : node + 1
    }
}
