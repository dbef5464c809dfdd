import Foundation

/// Where the commands store sessions, and the accounts of the built-in emulator.
enum AccountFiles {
    static var folder: URL {
        let manager = FileManager.default
        let support = manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return (support ?? manager.temporaryDirectory).appending(path: "gazette", directoryHint: .isDirectory)
    }

    static var emulator: URL { folder.appending(path: "emulator-accounts.json") }
}
