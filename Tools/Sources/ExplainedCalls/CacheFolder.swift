public import Foundation

/// The folder in which the command stores responses.
public enum CacheFolder {
    /// The folder `freshet` in the cache folder of the user, by the XDG Base Directory Specification:
    /// `$XDG_CACHE_HOME`, or `~/.cache`.
    public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
        // The specification ignores relative paths.
        if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") {
            return URL(filePath: folder).appending(path: "freshet")
        }
        let home = environment["HOME"].map { URL(filePath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
        return home.appending(path: ".cache/freshet")
    }
}
