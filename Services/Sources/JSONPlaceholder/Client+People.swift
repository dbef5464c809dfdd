public import Freshet

extension JSONPlaceholder {
    /// The rule for handling a failed part of a combined request.
    public enum PartialFailure: Hashable, Sendable {
        /// The complete request fails with the part's error, and the other calls are cancelled.
        case failsTheWhole
        /// The other parts are returned together with the failures. Without users there is nothing
        /// to show, so if they fail, the complete request fails.
        case keepsTheRest
    }
}

extension Client where API == JSONPlaceholder {
    /// Fetches users, albums and photos concurrently, and combines them.
    ///
    /// - Throws: The `FetchError` of a failed part, depending on `policy`.
    public func people(
        partialFailure policy: JSONPlaceholder.PartialFailure = .failsTheWhole
    ) async throws(FetchError) -> JSONPlaceholder.People {
        let isStrict = policy == .failsTheWhole
        let outcome = await withTaskGroup(of: Piece.self, returning: Result<Collected, FetchError>.self) { group in
            group.addTask { .users(await result(of: JSONPlaceholder.User.self)) }
            group.addTask { .albums(await result(of: JSONPlaceholder.Album.self)) }
            group.addTask { .photos(await result(of: JSONPlaceholder.Photo.self)) }
            var collected = Collected()
            for await piece in group {
                if let error = collected.insert(piece), isStrict || piece.part == .users || error.kind == .cancelled {
                    group.cancelAll()
                    return .failure(error)
                }
            }
            return .success(collected)
        }
        return try outcome.get().people
    }

    /// Fetches users, albums and photos one after another, and combines them.
    ///
    /// It puts less load on the service, but takes as long as the three calls together.
    ///
    /// - Throws: The `FetchError` of the first part that fails. No further parts are fetched in
    ///   that case.
    public func peopleOneByOne() async throws(FetchError) -> JSONPlaceholder.People {
        var collected = Collected()
        collected.users = try await value(for: .all(JSONPlaceholder.User.self))
        collected.albums = try await value(for: .all(JSONPlaceholder.Album.self))
        collected.photos = try await value(for: .all(JSONPlaceholder.Photo.self))
        return collected.people
    }

    private func result<Element: JSONPlaceholder.Resource>(
        of type: Element.Type
    ) async -> Result<[Element], FetchError> {
        do throws(FetchError) { return .success(try await value(for: .all(type))) } catch { return .failure(error) }
    }
}

/// The outcome of one part.
private enum Piece: Sendable {
    case users(Result<[JSONPlaceholder.User], FetchError>)
    case albums(Result<[JSONPlaceholder.Album], FetchError>)
    case photos(Result<[JSONPlaceholder.Photo], FetchError>)

    var part: JSONPlaceholder.Part {
        switch self {
        case .users: .users
        case .albums: .albums
        case .photos: .photos
        }
    }
}

/// The outcomes so far.
private struct Collected: Sendable {
    var users: [JSONPlaceholder.User] = []
    var albums: [JSONPlaceholder.Album] = []
    var photos: [JSONPlaceholder.Photo] = []
    var failures: [JSONPlaceholder.Part: FetchError] = [:]

    var people: JSONPlaceholder.People {
        JSONPlaceholder.People(
            people: JSONPlaceholder.merge(users: users, albums: albums, photos: photos), failures: failures)
    }

    /// Adds a part. Returns its error if it failed.
    mutating func insert(_ piece: Piece) -> FetchError? {
        do throws(FetchError) {
            switch piece {
            case .users(let result): users = try result.get()
            case .albums(let result): albums = try result.get()
            case .photos(let result): photos = try result.get()
            }
            return nil
        } catch {
            failures[piece.part] = error
            return error
        }
    }
}
