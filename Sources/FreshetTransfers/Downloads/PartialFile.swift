import Foundation
import FreshetCore
import FreshetDigests
import HTTPTypes

/// The file of an incomplete download, stored beside its destination and moved there once it is
/// complete.
///
/// A record beside it identifies its bytes, so that the next download can resume it. The record is
/// written when the download breaks off, or earlier if the file is large. Without a record, the
/// file is removed.
final class PartialFile {
    private struct Record: Codable {
        /// A digest of the request. The request itself may contain secrets.
        var request: String
        var validator: String
        var length: Int
    }

    static let otherBytes = FetchError(
        .protocolViolation("the response is not the rest of the file"), underlying: OtherRepresentation())
    private static let unrecordedBytes = 64 << 10

    let destination: URL
    let request: String
    private let path: String
    private let handle: FileHandle
    /// Whether the next download will find the file. While another download writes that file, this
    /// one uses a separate one.
    private let isShared: Bool
    /// `nil` if the next download couldn't resume the file.
    private var record: Record?
    /// Whether the record may be on disk.
    private var isRecorded = false
    private var isComplete = false
    /// Whether the response contains the remaining bytes of an earlier download.
    private var isResumed = false
    private(set) var count = 0

    /// Opens the file for a destination, keeping the bytes of an earlier download of the same
    /// request.
    ///
    /// - Parameter request: A digest of the request and its account.
    init(for destination: URL, request: String) throws(FetchError) {
        self.destination = destination
        self.request = request
        let shared = Self.path(for: destination)
        if let handle = try Self.lockedFile(shared, destination) {
            path = shared
            self.handle = handle
            isShared = true
            try resume()
        } else {
            path = Self.path(for: destination, "\(UUID().uuidString).part")
            guard let handle = try Self.lockedFile(path, destination) else { throw Self.notWritable(destination) }
            self.handle = handle
            isShared = false
        }
    }

    /// Keeps the bytes of an earlier download of the same request, or else empties the file.
    private func resume() throws(FetchError) {
        try writing { count = try handle.fileLength() }
        isRecorded = true
        guard count > 0, let stored = Self.record(of: path), stored.request == request, count <= stored.length
        else { return try startOver() }
        record = stored
    }

    deinit {
        if !isComplete, !isResumable || (try? writeRecord()) == nil {
            removeRecord()
            unlink(path)
        }
        Self.unlock(handle)
    }

    // MARK: - Resuming

    var isResumable: Bool { isShared && record != nil && count > 0 }

    /// The header fields that request the remaining bytes; `nil` for a download that starts from
    /// the beginning.
    var rangeFields: HTTPFields? {
        record.map { [.range: "bytes=\(count)-", .ifRange: $0.validator] }
    }

    /// - Throws: A protocol violation with ``OtherRepresentation`` if the response isn't the
    ///   remaining part.
    func begin(_ head: HTTPResponse) throws(FetchError) {
        if head.status == .partialContent, let record {
            let part = ContentRange(of: head)
            guard part?.range == count..<record.length, part?.length == record.length,
                !StrongValidator.isContradicted(record.validator, by: head.headerFields)
            else { throw Self.otherBytes }
            isResumed = true
            return
        }
        try startOver()
        guard isShared, head.status == .ok, let length = head.headerFields.contentLength,
            let validator = StrongValidator(head.headerFields), head.headerFields.value(of: .acceptRanges) != "none"
        else { return }
        record = Record(request: request, validator: validator.field, length: length)
    }

    /// Empties the file and removes its record.
    func startOver() throws(FetchError) {
        record = nil
        isResumed = false
        removeRecord()
        // An empty file isn't truncated, because ext4 flushes a truncated file to disk when it is closed.
        guard count > 0 else { return }
        count = 0
        try writing { try handle.truncate(atOffset: 0) }
    }

    /// Causes the file to be removed when the download ends.
    func discard() { record = nil }

    func write(_ chunk: Data) throws(FetchError) {
        try writing {
            try handle.write(contentsOf: chunk)
            count += chunk.count
            // Written early in case the process is killed, and while the disk still has space. Any other end of the
            // download writes it as well.
            if count > Self.unrecordedBytes { try writeRecord() }
        }
    }

    // MARK: - The complete file

    /// Moves the complete file to its destination.
    ///
    /// - Throws: A protocol violation if the digest or the length differs, with
    ///   ``OtherRepresentation`` if bytes of an earlier download may be the cause.
    func complete(_ head: HTTPResponse) throws(FetchError) {
        if let problem = problem(head) {
            record = nil
            throw FetchError(.protocolViolation(problem), underlying: isResumed ? OtherRepresentation() : nil)
        }
        try writing {
            if rename(path, destination.path) != 0 { throw Self.systemError() }
        }
        isComplete = true
        removeRecord()
    }

    /// Returns the head of the complete response if a response contained only the remaining bytes.
    func head(of response: HTTPResponse) -> HTTPResponse {
        guard isResumed else { return response }
        var head = response
        head.status = .ok
        head.headerFields[.contentRange] = nil
        head.headerFields[.contentLength] = "\(count)"
        return head
    }

    /// Returns the complete number of bytes, or `nil` if the response doesn't announce it.
    func length(by head: HTTPResponse) -> Int? { record?.length ?? head.headerFields.contentLength }

    private func problem(_ head: HTTPResponse) -> String? {
        // Without a length, the body was decompressed, but the digest belongs to the compressed body.
        guard let length = length(by: head) else { return nil }
        guard count == length else { return "the file has \(count) bytes instead of \(length)" }
        let ofContent = head.status == .ok ? head.headerFields.value(of: .contentDigest) : nil
        let field = head.headerFields.value(of: .reprDigest) ?? ofContent
        guard let digest = field.flatMap(ReprDigest.init) else { return nil }
        // The file is mapped so that a large one isn't loaded into memory.
        let file = URL(filePath: path, directoryHint: .notDirectory)
        let bytes = (try? Data(contentsOf: file, options: .alwaysMapped)) ?? Data()
        return Data(SHA256.digest(of: bytes)) == digest.sha256 ? nil : "the file has another digest than the response"
    }

    // MARK: - The record

    private static func record(of path: String) -> Record? {
        let data = FileManager.default.contents(atPath: recordPath(of: path))
        return data.flatMap { try? JSONDecoder().decode(Record.self, from: $0) }
    }

    private func writeRecord() throws {
        guard isShared, let record, !isRecorded else { return }
        // Not with `Data`, whose write waits for the disk. A record that wasn't written completely can't be decoded and
        // is ignored.
        let descriptor = open(Self.recordPath(of: path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.systemError() }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: JSONEncoder().encode(record))
        try handle.close()
        isRecorded = true
    }

    private func removeRecord() {
        if isRecorded { unlink(Self.recordPath(of: path)) }
        isRecorded = false
    }

    // MARK: - The file system

    static func path(for destination: URL, _ ending: String = "part") -> String {
        let path = destination.path
        let name = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        return "\(path[..<name]).\(path[name...]).\(ending)"
    }

    private static func recordPath(of path: String) -> String { path + ".json" }

    static func remove(for destination: URL) {
        let path = path(for: destination)
        unlink(recordPath(of: path))
        unlink(path)
    }

    /// Removes the partial file of a destination, unless a download is writing it or it belongs to
    /// another request.
    static func remove(for destination: URL, ifOf request: String) {
        let path = path(for: destination)
        guard let handle = try? lockedFile(path, destination) else { return }
        let owner = record(of: path)?.request
        if owner == nil || owner == request { remove(for: destination) }
        unlock(handle)
    }

    /// Unlocks and closes a file. Closing alone isn't enough: a process that is just being started
    /// may have a copy of the descriptor, which would hold the lock.
    private static func unlock(_ handle: FileHandle) {
        flock(handle.fileDescriptor, LOCK_UN)
        try? handle.close()
    }

    /// Opens a file that only one download may write at a time. Returns `nil` if another download
    /// is writing it.
    private static func lockedFile(_ file: String, _ destination: URL) throws(FetchError) -> FileHandle? {
        while true {
            let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { throw notWritable(destination) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
            // Between opening and locking, another download may have moved the file to its destination.
            var (opened, named) = (stat(), stat())
            if fstat(descriptor, &opened) == 0, stat(file, &named) == 0, opened.st_ino == named.st_ino { return handle }
        }
    }

    private static func notWritable(_ destination: URL) -> FetchError {
        FetchError(.file("The file \(destination.path) can't be written. Check that its folder exists."))
    }

    private static func systemError() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

    private func writing(_ body: () throws -> Void) throws(FetchError) {
        do { try body() } catch {
            let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace || (error as? POSIXError)?.code == .ENOSPC
            let text =
                isFull
                ? "There is no space left for the file \(destination.path)."
                : "The file \(destination.path) can't be written."
            throw FetchError(.file(text), underlying: error)
        }
    }
}
