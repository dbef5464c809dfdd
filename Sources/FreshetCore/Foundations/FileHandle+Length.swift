package import Foundation

extension FileHandle {
    /// Returns the number of bytes of a file, and moves to its end.
    ///
    /// - Throws: An error for a folder, too. On Linux a folder can be opened, and its end is at `Int.max`.
    package func fileLength() throws -> Int {
        var status = stat()
        guard fstat(fileDescriptor, &status) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw POSIXError(.EISDIR) }
        guard let length = Int(exactly: try seekToEnd()) else { throw POSIXError(.EFBIG) }
        return length
    }
}
