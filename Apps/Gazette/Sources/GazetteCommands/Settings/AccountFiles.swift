import Foundation
import ReaderStorage

/// Where the commands store sessions, and the accounts of the built-in emulator.
enum AccountFiles {
    static var folder: URL {
        UserFolder.data.url(in: Console.current.environment).appending(path: "gazette", directoryHint: .isDirectory)
    }

    static var emulator: URL { folder.appending(path: "emulator-accounts.json") }
}
