import Foundation
import FreshetDigests
import HTTPTypes

/// The file of a download that is not complete. It lies beside its destination, and is moved there when it is complete.
///
/// A record beside it says which bytes they are. With it the next download goes on where this one was. It is written when
/// the download breaks off, and before that once it is large. Without it the file is removed.
final class PartialFile {
    /// The bytes of a partial file.
    struct Record: Codable, Equatable {
        /// A digest of the request, which may hold secrets.
        var request: String
        /// The strong validator of the response.
        var validator: String
        /// The number of all bytes.
        var length: Int
    }

    /// What a download of a request has left, if it has left something.
    struct Left: Hashable, Sendable {
        let destination: URL
        /// A digest of the request and its account.
        let request: String

        /// Removes it, unless a download writes there, or the next one was of another request.
        func remove() {
            guard let handle = try? PartialFile.lockedFile(PartialFile.partial(of: destination), destination) else {
                return
            }
            let record = PartialFile.storedRecord(of: destination)
            if record == nil || record?.request == request { PartialFile.remove(of: destination) }
            try? handle.close()
        }
    }

    let destination: URL
    private let partial: URL
    /// `nil` while another download writes the file to go on with: then this one has a file of its own.
    private let recordFile: URL?
    private let handle: FileHandle
    private let request: String
    private var record: Record?
    /// Whether the record may be there.
    private var isRecorded = false
    private var isComplete = false
    private var hasGoneOn = false
    /// The number of bytes in the file.
    private(set) var count = 0

    /// Opens the file for a destination, with what an earlier download of the same request has left.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/file(_:)``, also while another download writes the same file.
    init(for destination: URL, request: String) throws(FetchError) {
        self.destination = destination
        self.request = request
        if let handle = try Self.lockedFile(Self.partial(of: destination), destination) {
            partial = Self.partial(of: destination)
            recordFile = Self.record(of: destination)
            self.handle = handle
            try goOn()
        } else {
            partial = Self.partial(of: destination, "\(UUID().uuidString).part")
            recordFile = nil
            guard let handle = try Self.lockedFile(partial, destination) else { throw Self.notWritable(destination) }
            self.handle = handle
        }
    }

    /// Takes what an earlier download has left, if it is of the same request.
    private func goOn() throws(FetchError) {
        try writing { count = Int(try handle.seekToEnd()) }
        record = count > 0 ? Self.storedRecord(of: destination) : nil
        isRecorded = true
        guard let record, record.request == request, count <= record.length else { return try startOver() }
    }

    deinit {
        if !isComplete && !keep() {
            removeRecord()
            Self.remove(partial)
        }
        try? handle.close()
    }

    /// Leaves what has come for the next download, unless that could not go on with it.
    private func keep() -> Bool {
        guard recordFile != nil, record != nil, count > 0 else { return false }
        return (try? writeRecord()) != nil
    }

    static func partial(of destination: URL, _ ending: String = "part") -> URL {
        destination.deletingLastPathComponent().appendingPathComponent(".\(destination.lastPathComponent).\(ending)")
    }

    private static func record(of destination: URL) -> URL {
        partial(of: destination, "part.json")
    }

    private static func storedRecord(of destination: URL) -> Record? {
        let data = try? Data(contentsOf: record(of: destination))
        return data.flatMap { try? JSONDecoder().decode(Record.self, from: $0) }
    }

    static func remove(of destination: URL) {
        remove(record(of: destination))
        remove(partial(of: destination))
    }

    /// Removes a file, if it is there.
    private static func remove(_ file: URL) { unlink(file.path) }

    // MARK: - Going on

    /// The fields that ask for the rest of the file; `nil` for one that begins.
    var fields: HTTPFields? {
        record.map { [.range: "bytes=\(count)-", .ifRange: $0.validator] }
    }

    /// Begins to write the body of a response.
    ///
    /// - Throws: A protocol violation with ``OtherRepresentation``, if it is another part than the rest of the file.
    func begin(_ head: HTTPResponse) throws(FetchError) {
        if head.status == .partialContent, let record {
            let part = ContentRange(of: head)
            guard part?.range == count..<record.length, part?.length == record.length,
                !StrongValidator.isContradicted(record.validator, by: head.headerFields)
            else { throw Self.otherBytes }
            hasGoneOn = true
            return
        }
        try startOver()
        let length = head.headerFields.value(of: .contentLength).flatMap { Int($0) }
        guard recordFile != nil, head.status == .ok, let length,
            let validator = StrongValidator(head.headerFields), head.headerFields.value(of: .acceptRanges) != "none"
        else { return }
        record = Record(request: request, validator: validator.field, length: length)
    }

    /// Forgets what is there.
    func startOver() throws(FetchError) {
        record = nil
        hasGoneOn = false
        removeRecord()
        // A truncated file is written to the disk when it is closed, by ext4: not one that is empty anyway.
        guard count > 0 else { return }
        count = 0
        try writing { try handle.truncate(atOffset: 0) }
    }

    private func writeRecord() throws {
        guard let record, let recordFile, !isRecorded else { return }
        try JSONEncoder().encode(record).write(to: recordFile, options: .atomic)
        isRecorded = true
    }

    private func removeRecord() {
        if isRecorded, let recordFile { Self.remove(recordFile) }
        isRecorded = false
    }

    /// Leaves nothing for the next download.
    func forget() { record = nil }

    /// What the download leaves if it fails now; `nil` for nothing.
    var left: Left? {
        recordFile != nil && record != nil && count > 0 ? Left(destination: destination, request: request) : nil
    }

    func write(_ chunk: Data) throws(FetchError) {
        try writing {
            try handle.write(contentsOf: chunk)
            count += chunk.count
            // For a process that is killed, and while the disk still has room. Another end writes it, too.
            if count > Self.unrecordedBytes { try writeRecord() }
        }
    }

    private static let unrecordedBytes = 64 << 10

    /// Moves the complete file to its destination.
    ///
    /// - Throws: A protocol violation, if the file has another digest or length than the response says. With
    ///   ``OtherRepresentation``, if an older part of the file may be what is wrong.
    func complete(_ head: HTTPResponse) throws(FetchError) {
        if let problem = problem(head) {
            let underlying = hasGoneOn ? OtherRepresentation() : nil
            record = nil
            throw FetchError(.protocolViolation(problem), underlying: underlying)
        }
        try writing {
            if rename(partial.path, destination.path) != 0 {
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

    private func problem(_ head: HTTPResponse) -> String? {
        // Without a length the body was decoded, and its digest is that of the encoded one.
        guard let length = record?.length ?? head.headerFields.value(of: .contentLength).flatMap({ Int($0) }) else {
            return nil
        }
        guard count == length else { return "the file has \(count) bytes instead of \(length)" }
        let isWhole = head.status == .ok
        let field =
            head.headerFields.value(of: .reprDigest) ?? (isWhole ? head.headerFields.value(of: .contentDigest) : nil)
        guard let digest = field.flatMap(ReprDigest.init) else { return nil }
        // Mapped, so that a large file is not loaded.
        let bytes = (try? Data(contentsOf: partial, options: .alwaysMapped)) ?? Data()
        return Data(SHA256.digest(of: bytes)) == digest.sha256 ? nil : "the file has another digest than the response"
    }

    // MARK: - The file system

    /// Opens a file that one download writes at a time; `nil` if another one does.
    private static func lockedFile(_ file: URL, _ destination: URL) throws(FetchError) -> FileHandle? {
        while true {
            let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
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

    private static func isSameFile(_ descriptor: Int32, _ file: URL) -> Bool {
        var (opened, named) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && stat(file.path, &named) == 0 && opened.st_ino == named.st_ino
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
