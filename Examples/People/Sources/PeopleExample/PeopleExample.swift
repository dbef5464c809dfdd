import Foundation
import Freshet
import FreshetCombine
import Support

@main @MainActor
enum PeopleExample {
    static func main() async throws {
        try await EmulatedServices.run { services in
            let people = Client(People(), transport: services.transport, cache: nil)
            let model = UsersViewModel(people)
            model.showUsers()
            let users = try await model.$users.nextValue()
            let (albums, photos) = users.reduce((0, 0)) { counts, user in
                (counts.0 + user.albums.count, counts.1 + user.albums.reduce(0) { $0 + $1.photos.count })
            }
            print("\(users.count) users, \(albums) albums, \(photos) photos")

            for text in ["an", "zz", ""] {
                // The fetched users are filtered in memory, at once.
                model.searchText = text
                let names = model.users.map(\.username).joined(separator: ", ")
                print("\nNames with \"\(text)\": \(names.isEmpty ? "none" : names)")
            }

            // The user taps the first row. A person without an album has an empty screen.
            let album = users.first?.albums.first
            print("\n\(album?.title ?? "No album")")
            let store = ImageStore(client: people)
            let pictures = album?.photos.prefix(4) ?? []
            // `inOrder` fetches three pictures at once, returns them in order, each as soon as possible, and skips a
            // picture that fails. Versions written by hand often run from back to front and stop at the first failure
            // (T35).
            for await picture in pictures.inOrder(maxConcurrent: 3, { store.image(for: URL(string: $0.thumbnailUrl)) })
                .typedValues
            {
                switch picture {
                case .success(let image): print("  \(image.format), \(image.pixelSize.map(String.init) ?? "?")")
                case .failure(let error): print("  skipped: \(error.localizedDescription)")
                }
            }

            let same: [User] = try await people.usersWithAlbums()
            print("\nThe async function brings as many: \(same.count)")
        }
    }
}
