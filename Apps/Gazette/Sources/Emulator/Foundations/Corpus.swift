import Foundation

/// The contents of the services, stored as data files.
enum Corpus {
    /// Reads a file of a service's folder.
    ///
    /// The files are bundled with the program, so one that can't be read is a programmer error.
    static func read<Value: Decodable>(_ type: Value.Type, _ service: String, _ name: String) -> Value {
        guard let url = Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Data/\(service)")
        else {
            preconditionFailure("The file \(name).json of \(service) is missing.")
        }
        do { return try JSONDecoder().decode(type, from: Data(contentsOf: url)) } catch {
            preconditionFailure("The file \(name).json of \(service) can't be read: \(error)")
        }
    }
    /// Reads a file of a service's folder as text.
    static func text(_ service: String, _ file: String) -> String {
        guard let url = Bundle.module.url(forResource: file, withExtension: nil, subdirectory: "Data/\(service)"),
            let data = try? Data(contentsOf: url)
        else { preconditionFailure("The file \(file) of \(service) can't be read.") }
        return String(decoding: data, as: UTF8.self)
    }
}
