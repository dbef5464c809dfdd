/// The version of Gazette, its build and its platform.
enum Version {
    static let number = "0.2.0"

    static let text = "gazette \(number) (\(build), \(platform))"

    #if DEBUG
    private static let build = "debug"
    #else
    private static let build = "release"
    #endif

    #if os(macOS)
    private static let system = "macOS"
    #else
    private static let system = "Linux"
    #endif

    #if arch(x86_64)
    private static let platform = "\(system) x86_64"
    #else
    private static let platform = "\(system) arm64"
    #endif
}
