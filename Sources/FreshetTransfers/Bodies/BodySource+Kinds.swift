import Foundation
import FreshetCore

extension BodySource {
    init(_ data: Data) {
        self.init(length: data.count, isRepeatable: true) {
            let remaining = Lock(Data?.some(data))
            return Chunks { remaining.withLock { $0.take() }.flatMap { $0.isEmpty ? nil : $0 } }
        }
    }

    /// Makes a source from a file's content, beginning at an offset. The file is opened when the
    /// source is read.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/file(_:)`` if it can't be read.
    init(_ file: URL, from offset: Int = 0) throws(FetchError) {
        let length: Int
        do { length = max(0, try FileHandle(forReadingFrom: file).fileLength() - offset) } catch {
            throw FetchError(.file("The file \(file.path) can't be read."), underlying: error)
        }
        self.init(length: length, isRepeatable: true) {
            let reader = FileChunks(file, from: offset, length: length)
            return Chunks { try await reader.next() }
        }
    }

    init(_ sources: [BodySource]) {
        let length = sources.reduce(Int?.some(0)) { total, source in
            guard let total, let length = source.length else { return nil }
            let (sum, isTooLarge) = total.addingReportingOverflow(length)
            return isTooLarge ? nil : sum
        }
        self.init(length: length, isRepeatable: sources.allSatisfy(\.isRepeatable)) {
            let reader = JoinedChunks(sources)
            return Chunks { try await reader.next() }
        }
    }
}

private actor JoinedChunks {
    private var rest: ArraySlice<BodySource>
    private var current: BodySource.Chunks.AsyncIterator?

    init(_ sources: [BodySource]) {
        rest = sources[...]
    }

    func next() async throws -> Data? {
        while true {
            if var iterator = current {
                let chunk = try await iterator.next(isolation: self)
                current = chunk == nil ? nil : iterator
                if let chunk { return chunk }
            }
            guard let source = rest.popFirst() else { return nil }
            current = source.chunks().makeAsyncIterator()
        }
    }
}

private actor FileChunks {
    private static let pieceBytes = 64 << 10

    private let file: URL
    private let offset: Int
    private var rest: Int
    private var handle: FileHandle?

    /// - Parameter length: The number of bytes that the file must have after the offset.
    init(_ file: URL, from offset: Int, length: Int) {
        self.file = file
        self.offset = offset
        rest = length
    }

    func next() throws -> Data? {
        guard rest > 0 else { return nil }
        let handle = try handle ?? FileHandle(forReadingFrom: file)
        if self.handle == nil { try handle.seek(toOffset: UInt64(offset)) }
        self.handle = handle
        guard let piece = try handle.read(upToCount: min(rest, Self.pieceBytes)), !piece.isEmpty else {
            throw FetchError(.file("The file \(file.path) became shorter while it was sent."))
        }
        rest -= piece.count
        return piece
    }
}
