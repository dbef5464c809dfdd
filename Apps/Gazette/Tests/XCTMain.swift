import Testing

/// Runs the tests. Without this file, which SwiftPM looks for by this name off Apple's platforms, it would search an
/// index of the sources for tests of XCTest, of which there are none, and every build would have to write that index.
@main
struct Runner {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
