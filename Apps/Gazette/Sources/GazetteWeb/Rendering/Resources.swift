import Foundation
import LivePages

extension Assets {
    /// The scripts that are sent as one file each, in the order in which they run.
    private static let bundles = [
        "gazette.js": ["stream.js", "script.js", "reading.js", "keys.js"],
        "contents.js": ["items.js", "marks.js"],
    ]

    /// Returns the assets that are bundled with the program.
    static func bundled() throws -> Assets { try made.get() }

    // Made once in a process, since all files are digested and compressed for it.
    private static let made = Result { try Assets(folder: Bundle.module.folder("Assets"), bundles: bundles) }
}

extension Bundle {
    /// Returns the address of a folder of the resources.
    func folder(_ name: String) -> URL {
        guard let folder = url(forResource: name, withExtension: nil) else {
            preconditionFailure("The folder \(name) is missing from the resources.")
        }
        return folder
    }
}
