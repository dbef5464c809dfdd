import Foundation
import Freshet
import FreshetTesting
import JSONPlaceholder
import Testing

/// Elements as the service really sends them.
struct ResourceTests {
    @Test func aRecordedUser() async throws {
        let user = try await Placeholders.value(
            .one(JSONPlaceholder.User.self, 1),
            of:
                #"{"id":1,"name":"Leanne Graham","username":"Bret","email":"Sincere@april.biz","address":{"street":"Kulas Light","suite":"Apt. 556","city":"Gwenborough","zipcode":"92998-3874","geo":{"lat":"-37.3159","lng":"81.1496"}},"phone":"1-770-736-8031 x56442","website":"hildegard.org","company":{"name":"Romaguera-Crona","catchPhrase":"Multi-layered client-server neural-net","bs":"harness real-time e-markets"}}"#
        )
        #expect(user.username == "Bret")
        #expect(user.address?.city == "Gwenborough")
        #expect(user.address?.zipcode == "92998-3874")
        #expect(user.address?.geo?.lat == "-37.3159")
        #expect(user.phone == "1-770-736-8031 x56442")
        #expect(user.company?.name == "Romaguera-Crona")
        #expect(user.websiteLink?.absoluteString == "http://hildegard.org")
    }

    @Test func usersWithGaps() async throws {
        let users = try await Placeholders.value(
            .all(JSONPlaceholder.User.self),
            of: #"""
                [{"id":1,"name":"A","username":"a","new":{}},{"id":2,"name":null,"username":"b"},7,null,
                {"id":3,"name":"C","username":"c","address":null,"website":null,"company":{"name":"X"}}]
                """#)
        // A broken element costs itself only.
        #expect(users.map(\.id) == [1, 3])
        #expect(users[0].websiteLink == nil)
        #expect(users[1].company?.bs == nil)
    }

    @Test func recordedAlbumsAndPhotos() async throws {
        let album = try await Placeholders.value(
            .one(JSONPlaceholder.Album.self, 1), of: #"{"userId":1,"id":1,"title":"quidem molestiae enim"}"#)
        #expect(album == .init(id: 1, userId: 1, title: "quidem molestiae enim"))
        let photos = try await Placeholders.value(
            .all(JSONPlaceholder.Photo.self),
            of: #"""
                [{"albumId":1,"id":1,"title":"accusamus beatae ad facilis cum similique qui sunt","url":"https://via.placeholder.com/600/92c952","thumbnailUrl":"https://via.placeholder.com/150/92c952"},
                {"albumId":100,"id":5000,"title":"error quasi sunt cupiditate voluptate ea odit beatae","url":"https://via.placeholder.com/600/6dd9cb","thumbnailUrl":"https://via.placeholder.com/150/6dd9cb"}]
                """#)
        #expect(photos.map(\.albumId) == [1, 100])
        #expect(photos[0].link?.absoluteString == "https://via.placeholder.com/600/92c952")
        #expect(photos[1].thumbnail?.absoluteString == "https://via.placeholder.com/150/6dd9cb")
    }

    @Test("Short colours are addresses, too", arguments: ["b0f7c", "56a8", "f66", "92c952"])
    func shortColours(colour: String) async throws {
        let photo = try await Placeholders.value(
            .one(JSONPlaceholder.Photo.self, 1),
            of:
                #"{"albumId":1,"id":1,"title":"","url":"https://via.placeholder.com/600/\#(colour)","thumbnailUrl":"x"}"#
        )
        #expect(photo.link?.path() == "/600/\(colour)")
        #expect(photo.thumbnail == nil)
        #expect(photo.thumbnailUrl == "x")
    }

    @Test func postsCommentsAndTodos() async throws {
        let post = try await Placeholders.value(
            .one(JSONPlaceholder.Post.self, 1), of: #"{"userId":1,"id":1,"title":"t","body":"a\nb"}"#)
        #expect(post.body == "a\nb")
        let comments = try await Placeholders.value(
            .all(JSONPlaceholder.Comment.self, of: JSONPlaceholder.Post.self, 1),
            of: #"[{"postId":1,"id":1,"name":"n","email":"e@x.biz","body":"b"},{"postId":"1"}]"#)
        #expect(comments.map(\.email) == ["e@x.biz"])
        let todos = try await Placeholders.value(
            .all(JSONPlaceholder.Todo.self), of: #"[{"userId":1,"id":1,"title":"t","completed":false}]"#)
        #expect(todos.map(\.completed) == [false])
    }
}
