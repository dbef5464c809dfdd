import Foundation
import PostgreSQL

/// A PostgreSQL database in which several processes of the web app store what visitors read and save.
///
/// The processes share the marks of visitors and the keys that sign cookies and addresses of pictures. A mark made in
/// one process appears in the pages of the others.
package struct SharedDatabase: Sendable {
    package let store: ReaderStore

    /// Why a database can't be used.
    package struct Failure: Error, CustomStringConvertible {
        /// A sentence with the reason, and without the password.
        package let description: String
        /// Whether the address is wrong, rather than the server or the connection.
        package let isInvalidAddress: Bool
    }

    /// Connects to a database, and makes its tables if they are missing.
    ///
    /// - Parameter address: The address as libpq reads it, such as `postgres://user@host:5432/name?sslmode=verify-full`.
    package static func open(_ address: String) async throws(Failure) -> SharedDatabase {
        do throws(PostgreSQLError) {
            return SharedDatabase(
                store: try await ReaderStore.open(try PostgreSQLAddress(address), now: Date()))
        } catch {
            throw Failure(description: error.description, isInvalidAddress: error.kind == .invalidAddress)
        }
    }

    /// Tries to connect to a database, which is not changed.
    ///
    /// - Returns: The address without the password, and why the database can't be used; `nil` if it can.
    package static func check(_ text: String) async -> (address: String, failure: Failure?) {
        do throws(PostgreSQLError) {
            let address = try PostgreSQLAddress(text)
            do throws(PostgreSQLError) {
                try await PostgreSQLPool(address).run(isIdempotent: true) { session throws(PostgreSQLError) in
                    _ = try session.query("SELECT 1")
                }
                return (address.description, nil)
            } catch {
                return (address.description, Failure(description: error.description, isInvalidAddress: false))
            }
        } catch {
            return (
                "postgres://…",
                Failure(description: error.description, isInvalidAddress: error.kind == .invalidAddress)
            )
        }
    }

    /// Whether a text begins as the address of a database does.
    package static func isAddress(_ text: String) -> Bool { PostgreSQLAddress.isAddress(text) }
}
