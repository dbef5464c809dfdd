package import Foundation

extension FileHandle {
    /// Returns the number of bytes in a file, and moves the handle to its end.
    ///
    /// - Throws: The error of the system. A folder is an error as well: on Linux, it can be opened
    ///   like a file, and its end is at `Int.max`.
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
