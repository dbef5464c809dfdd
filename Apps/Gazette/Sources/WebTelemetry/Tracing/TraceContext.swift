import Tracing

/// The ids of a span and of its trace, as `traceparent` and `tracestate` carry it (W3C Trace Context).
struct TraceContext: Sendable, Hashable {
    /// The 16 bytes of a trace's id, of which one at least is not zero.
    struct TraceID: Sendable, Hashable {
        let high, low: UInt64

        var hex: String { high.hex + low.hex }
    }

    let traceID: TraceID
    /// Not zero.
    let spanID: UInt64
    let isSampled: Bool
    /// The values of other tracing systems, which are passed on as they are.
    var state: String?

    init(traceID: TraceID, spanID: UInt64, isSampled: Bool, state: String? = nil) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
        self.state = state
    }

    /// Reads `traceparent`; `nil` if it is not valid (§3.2), so that it is ignored.
    ///
    /// - Parameter state: `tracestate`; one of more than 512 characters is left out.
    init?(traceparent text: String, state: String? = nil) {
        let bytes = Array(text.utf8)
        // Later versions may have further fields after another hyphen (§4.3).
        guard bytes.count >= 55, bytes[2] == Self.hyphen, bytes[35] == Self.hyphen, bytes[52] == Self.hyphen,
            let version = UInt64(hex: bytes[0..<2]), version != 0xFF, version > 0 || bytes.count == 55,
            bytes.count == 55 || bytes[55] == Self.hyphen,
            let high = UInt64(hex: bytes[3..<19]), let low = UInt64(hex: bytes[19..<35]), high != 0 || low != 0,
            let span = UInt64(hex: bytes[36..<52]), span != 0, let flags = UInt64(hex: bytes[53..<55])
        else { return nil }
        let isPassedOn = state.map { !$0.isEmpty && $0.utf8.count <= 512 } ?? false
        self.init(
            traceID: TraceID(high: high, low: low), spanID: span, isSampled: flags & 1 == 1,
            state: isPassedOn ? state : nil)
    }

    var traceparent: String { "00-\(traceID.hex)-\(spanID.hex)-\(isSampled ? "01" : "00")" }

    private static let hyphen = UInt8(ascii: "-")
}

extension UInt64 {
    /// The 16 digits of the number, in lower case.
    var hex: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Reads at most 16 digits in lower case; `nil` if there is anything else.
    fileprivate init?(hex digits: ArraySlice<UInt8>) {
        self = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): self = self << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): self = self << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
    }
}

extension ServiceContext {
    private enum Key: ServiceContextKey {
        typealias Value = TraceContext
    }

    /// The span in whose context something is done; `nil` for none.
    var trace: TraceContext? {
        get { self[Key.self] }
        set { self[Key.self] = newValue }
    }
}
