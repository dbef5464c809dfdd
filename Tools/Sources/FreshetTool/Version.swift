/// The version of the command and its build.
enum Version {
    static let number = "0.2.0"

    static let text = "freshet \(number) (\(build))"

    #if DEBUG
    private static let build = "debug"
    #else
    private static let build = "release"
    #endif
}
