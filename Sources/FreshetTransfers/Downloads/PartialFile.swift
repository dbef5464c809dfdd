import Foundation
import FreshetCore
import HTTPTypes

/// The file of an incomplete download, which lies beside its destination and is moved there when it is complete.
///
/// A record beside it identifies its bytes, so that the next download can continue it. The record is written when the
/// download breaks off, and before that once the file is large. Without a record, the file is removed.
final class PartialFile {
    /// The record that identifies the bytes of a partial file.
    private struct Record: Codable {
        /// A digest of the request, which may hold secrets.
        var request: String
        /// The strong validator of the response.
        var validator: String
        /// The number of all bytes.
        var length: Int
    }

    /// The partial file that a download of a request may have left.
    struct Left: Hashable, Sendable {
        let destination: URL
        /// A digest of the request and its account.
        let request: String

        /// Removes the file, unless a download writes it or it belongs to another request.
        func remove() {
            let partial = PartialFile.partial(of: destination)
            guard let handle = try? PartialFile.lockedFile(partial, destination) else { return }
            let record = PartialFile.storedRecord(of: partial)
            if record == nil || record?.request == request { PartialFile.remove(partial) }
            try? handle.close()
        }
    }

    let destination: URL
    private let partial: String
    /// `nil` while another download writes the partial file of the destination: then this one has a separate file.
    private let recordFile: String?
    private let handle: FileHandle
    /// A digest of the request and its account. Most downloads end without a need for it.
    private lazy var request = digestOfRequest()
    private let digestOfRequest: () -> String
    /// The strong validator of the response and the number of all bytes, if the next download could continue with them.
    private var whole: (validator: String, length: Int)?
    /// Whether the record may be there.
    private var isRecorded = false
    private var isComplete = false
    private var hasGoneOn = false
    /// The number of bytes in the file.
    private(set) var count = 0

    /// Opens the file for a destination, with the bytes of an earlier download of the same request.
    ///
    /// - Parameter request: A digest of the request and its account.
    /// - Throws: ``FetchError/Kind-swift.enum/file(_:)``, also while another download writes the same file.
    init(for destination: URL, request: @escaping @autoclosure () -> String) throws(FetchError) {
        self.destination = destination
        digestOfRequest = request
        let shared = Self.partial(of: destination)
        if let handle = try Self.lockedFile(shared, destination) {
            partial = shared
            recordFile = Self.record(of: shared)
            self.handle = handle
            try goOn()
        } else {
            partial = Self.partial(of: destination, "\(UUID().uuidString).part")
            recordFile = nil
            guard let handle = try Self.lockedFile(partial, destination) else { throw Self.notWritable(destination) }
            self.handle = handle
        }
    }

    /// Continues the file of an earlier download if it was of the same request; otherwise empties it.
    private func goOn() throws(FetchError) {
        try writing { count = try handle.fileLength() }
        isRecorded = true
        guard count > 0, let record = Self.storedRecord(of: partial), record.request == request, count <= record.length
        else { return try startOver() }
        whole = (record.validator, record.length)
    }

    deinit {
        if !isComplete && !keep() {
            removeRecord()
            unlink(partial)
        }
        try? handle.close()
    }

    /// Keeps the file for the next download, and returns whether that can continue it.
    private func keep() -> Bool {
        guard recordFile != nil, whole != nil, count > 0 else { return false }
        return (try? writeRecord()) != nil
    }

    /// The path of the partial file of a destination.
    static func partial(of destination: URL, _ ending: String = "part") -> String {
        let path = destination.path
        let name = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        return "\(path[..<name]).\(path[name...]).\(ending)"
    }

    /// The path of the record of a partial file.
    private static func record(of partial: String) -> String { partial + ".json" }

    private static func storedRecord(of partial: String) -> Record? {
        let data = FileManager.default.contents(atPath: record(of: partial))
        return data.flatMap { try? JSONDecoder().decode(Record.self, from: $0) }
    }

    /// Removes a partial file and its record, if they are there.
    static func remove(_ partial: String) {
        unlink(record(of: partial))
        unlink(partial)
    }

    // MARK: - Going on

    /// The fields that ask for the rest of the file; `nil` for one that begins.
    var fields: HTTPFields? {
        whole.map { [.range: "bytes=\(count)-", .ifRange: $0.validator] }
    }

    /// Begins to write the body of a response.
    ///
    /// - Throws: A protocol violation with ``OtherRepresentation``, if it is another part than the rest of the file.
    func begin(_ head: HTTPResponse) throws(FetchError) {
        if head.status == .partialContent, let whole {
            let part = ContentRange(of: head)
            guard part?.range == count..<whole.length, part?.length == whole.length,
                !StrongValidator.isContradicted(whole.validator, by: head.headerFields)
            else { throw Self.otherBytes }
            hasGoneOn = true
            return
        }
        try startOver()
        guard recordFile != nil, head.status == .ok, let length = head.headerFields.contentLength,
            let validator = StrongValidator(head.headerFields), head.headerFields.value(of: .acceptRanges) != "none"
        else { return }
        whole = (validator.field, length)
    }

    /// Empties the file and removes its record.
    func startOver() throws(FetchError) {
        whole = nil
        hasGoneOn = false
        removeRecord()
        // Not for an empty file, since ext4 writes a truncated file to the disk when it is closed.
        guard count > 0 else { return }
        count = 0
        try writing { try handle.truncate(atOffset: 0) }
    }

    private func writeRecord() throws {
        guard let whole, let recordFile, !isRecorded else { return }
        let record = Record(request: request, validator: whole.validator, length: whole.length)
        // Not by `Data`, which waits for the disk. A record that was not written completely can't be read, and is none.
        let descriptor = open(recordFile, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: JSONEncoder().encode(record))
        try handle.close()
        isRecorded = true
    }

    private func removeRecord() {
        if isRecorded, let recordFile { unlink(recordFile) }
        isRecorded = false
    }

    /// Drops the validator, so that the file is not kept for the next download.
    func forget() { whole = nil }

    /// The partial file that the download leaves if it fails now; `nil` for none.
    var left: Left? {
        recordFile != nil && whole != nil && count > 0 ? Left(destination: destination, request: request) : nil
    }

    func write(_ chunk: Data) throws(FetchError) {
        try writing {
            try handle.write(contentsOf: chunk)
            count += chunk.count
            // Written early for a process that is killed, and while the disk has room. Any other end writes it, too.
            if count > Self.unrecordedBytes { try writeRecord() }
        }
    }

    private static let unrecordedBytes = 64 << 10

    /// Moves the complete file to its destination.
    ///
    /// - Throws: A protocol violation, if the file has another digest or length than the response says. With
    ///   ``OtherRepresentation``, if bytes of an earlier download may be the cause.
    func complete(_ head: HTTPResponse) throws(FetchError) {
        if let problem = problem(head) {
            let underlying = hasGoneOn ? OtherRepresentation() : nil
            whole = nil
            throw FetchError(.protocolViolation(problem), underlying: underlying)
        }
        try writing {
            if rename(partial, destination.path) != 0 {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        }
        isComplete = true
        removeRecord()
    }

    /// The head of the whole, if a response brought the rest of the file.
    func head(of response: HTTPResponse) -> HTTPResponse {
        guard hasGoneOn else { return response }
        var head = response
        head.status = .ok
        head.headerFields[.contentRange] = nil
        head.headerFields[.contentLength] = "\(count)"
        return head
    }

    /// The number of all bytes; `nil` where a response does not announce it.
    func length(by head: HTTPResponse) -> Int? { whole?.length ?? head.headerFields.contentLength }

    private func problem(_ head: HTTPResponse) -> String? {
        // Without a length the body was decoded, and its digest is that of the encoded one.
        guard let length = length(by: head) else { return nil }
        guard count == length else { return "the file has \(count) bytes instead of \(length)" }
        let isWhole = head.status == .ok
        let field =
            head.headerFields.value(of: .reprDigest) ?? (isWhole ? head.headerFields.value(of: .contentDigest) : nil)
        guard let digest = field.flatMap(ReprDigest.init) else { return nil }
        // Mapped, so that a large file is not loaded.
        let file = URL(filePath: partial, directoryHint: .notDirectory)
        let bytes = (try? Data(contentsOf: file, options: .alwaysMapped)) ?? Data()
        return Data(SHA256.digest(of: bytes)) == digest.sha256 ? nil : "the file has another digest than the response"
    }

    // MARK: - The file system

    /// Opens a file that one download writes at a time; `nil` if another one does.
    private static func lockedFile(_ file: String, _ destination: URL) throws(FetchError) -> FileHandle? {
        while true {
            let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { throw notWritable(destination) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
            // Between the two calls, another download may have moved the file to its destination.
            if isSameFile(descriptor, file) { return handle }
        }
    }

    private static func notWritable(_ destination: URL) -> FetchError {
        FetchError(.file("The file \(destination.path) can't be written. Check that its folder exists."))
    }

    private static func isSameFile(_ descriptor: Int32, _ file: String) -> Bool {
        var (opened, named) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && stat(file, &named) == 0 && opened.st_ino == named.st_ino
    }

    private func writing(_ body: () throws -> Void) throws(FetchError) {
        do { try body() } catch { throw Self.failure(destination, error) }
    }

    static let otherBytes = FetchError(
        .protocolViolation("the response is not the rest of the file"), underlying: OtherRepresentation())

    private static func failure(_ destination: URL, _ error: any Error) -> FetchError {
        let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace || (error as? POSIXError)?.code == .ENOSPC
        return FetchError(
            .file(
                isFull
                    ? "There is no space left for the file \(destination.path)."
                    : "The file \(destination.path) can't be written."), underlying: error)
    }
}
