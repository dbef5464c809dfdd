package import Foundation

/// The folders of the account that runs the program, by the XDG Base Directory Specification 0.8.
///
/// Foundation's own look-up reads the home folder from the password database and ignores `HOME`.
package enum UserFolder: String {
    case configuration = "XDG_CONFIG_HOME"
    case state = "XDG_STATE_HOME"
    case data = "XDG_DATA_HOME"
    case cache = "XDG_CACHE_HOME"

    /// Returns the folder. Variables that are empty or not an absolute path are ignored, as the specification requires.
    ///
    /// On Apple platforms, data and caches without a variable are in the system's own folders.
    package func url(
        in environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        func folder(_ variable: String) -> URL? {
            environment[variable].flatMap { $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil }
        }
        if let chosen = folder(rawValue) { return chosen }
        #if canImport(Darwin)
        let known: FileManager.SearchPathDirectory? =
            switch self {
            case .data: .applicationSupportDirectory
            case .cache: .cachesDirectory
            case .configuration, .state: nil
            }
        if let known, let url = FileManager.default.urls(for: known, in: .userDomainMask).first { return url }
        #endif
        let home = folder("HOME") ?? URL(filePath: NSHomeDirectory(), directoryHint: .isDirectory)
        return home.appending(path: path, directoryHint: .isDirectory)
    }

    private var path: String {
        switch self {
        case .configuration: ".config"
        case .state: ".local/state"
        case .data: ".local/share"
        case .cache: ".cache"
        }
    }
}
