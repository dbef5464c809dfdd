import Testing

/// Runs the tests of this package with Swift Testing.
///
/// SwiftPM looks for a file of this name on platforms other than Apple's. Without it, SwiftPM would search an index
/// of the sources for XCTest tests, of which there are none, and every build would have to write that index.
@main
struct Runner {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
