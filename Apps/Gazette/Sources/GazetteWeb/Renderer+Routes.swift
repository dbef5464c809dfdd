import Foundation
import LivePages

extension Renderer {
    /// Reads the templates that come with the program. A page loads the files that its route names.
    init(assets: Assets) throws {
        try self.init(
            templates: Bundle.module.folder("Templates"), assets: assets, files: { Routes.table.files(of: $0) })
    }
}
