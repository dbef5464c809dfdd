import Foundation

/// The default browser of the user.
enum Browser {
    /// Opens an address; where there is no browser, nothing happens.
    ///
    /// On Linux a browser is looked for if there is a display or one is named, so that none starts in the terminal.
    static func open(_ address: String) {
        #if os(macOS)
        let opener = "open"
        #else
        let opener = "xdg-open"
        let environment = Console.current.environment
        guard ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].contains(where: { environment[$0]?.isEmpty == false }) else {
            return
        }
        #endif
        let process = Process()
        process.environment = Console.current.environment
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [opener, address]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
