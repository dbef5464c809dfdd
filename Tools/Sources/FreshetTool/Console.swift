import ArgumentParser
import Foundation

/// The standard output and error of the command.
enum Console {
    /// Prints a line to the standard error.
    static func error(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}

/// Reads files.
enum FileData {
    /// Returns the content of a file. If it can't be read, the command exits with 66.
    static func read(_ path: String) throws -> Data {
        do { return try Data(contentsOf: URL(filePath: path)) } catch {
            Console.error("\(path): the file can't be read.")
            throw ExitCode(66)
        }
    }
}
