import Foundation
import FreshetLenientJSON

// Converts HTML to plain text, for the comparison with a browser (Apps/Gazette/Tests/Browser/test_html.py): reads a
// JSON array of texts from its input, and prints one of the results.

let fragments = try JSONDecoder().decode([String].self, from: FileHandle.standardInput.readToEnd() ?? Data())
let texts = fragments.map { PlainText.text(fromHTML: $0) ?? "" }
try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(texts))
