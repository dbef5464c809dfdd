import Foundation
import FreshetCore
import FreshetTransfers
import HTTPTypes
import Testing

/// The documents that change a part of a resource.
@Suite(.timeLimit(.minutes(1)))
struct PatchTests {
    struct TicketPatch: Encodable {
        var title: MergePatchMember<String> = .unchanged
        var dueAt: MergePatchMember<Date> = .unchanged
        var owner: MergePatchMember<OwnerPatch> = .unchanged
    }

    struct OwnerPatch: Encodable {
        var name: MergePatchMember<String> = .unchanged
    }

    private func sent(_ body: RequestBody) async throws -> (type: String?, text: String) {
        let request = Request<Shop, Void>("items/tea", method: .patch, body: body, reading: .nothing)
        let sent = try await Shop.sent(request)
        guard case .bytes(let bytes)? = sent.body else { return (nil, "") }
        return (sent.head.headerFields[.contentType], String(decoding: bytes, as: UTF8.self))
    }

    @Test(
        "A merge patch has what changes, and null for what is removed",
        arguments: [
            (TicketPatch(), "{}"), (TicketPatch(title: .set("New")), #"{"title":"New"}"#),
            (
                TicketPatch(title: .removed, dueAt: .set(Date(timeIntervalSince1970: 0))),
                #"{"dueAt":"1970-01-01T00:00:00Z","title":null}"#
            ),
            (TicketPatch(owner: .set(OwnerPatch(name: .removed))), #"{"owner":{"name":null}}"#),
        ])
    func mergePatch(patch: TicketPatch, text: String) async throws {
        let sent = try await sent(.mergePatch(patch))
        #expect(sent.type == "application/merge-patch+json" && sent.text == text)
    }

    @Test func onlyAPropertyCanBeUnchanged() async throws {
        #expect(try await sent(.mergePatch(["a": MergePatchMember<Int>.removed])).text == #"{"a":null}"#)
        await #expect(throws: FetchError.self) { try await sent(.mergePatch([MergePatchMember<Int>.unchanged])) }
    }

    @Test(
        "The operations of a JSON Patch",
        arguments: [
            (.test("/a/b/c", equals: "foo"), #"{"op":"test","path":"/a/b/c","value":"foo"}"#),
            (.remove("/a"), #"{"op":"remove","path":"/a"}"#),
            (.add("/tags/-", ["x"]), #"{"op":"add","path":"/tags/-","value":["x"]}"#),
            (.add("/owner", String?.none), #"{"op":"add","path":"/owner","value":null}"#),
            (.replace("/price", with: 42), #"{"op":"replace","path":"/price","value":42}"#),
            (.move(from: "/a", to: "/b"), #"{"from":"/a","op":"move","path":"/b"}"#),
            (.copy(from: "/a", to: ""), #"{"from":"/a","op":"copy","path":""}"#),
        ] as [(JSONPatchOperation, String)])
    func jsonPatch(operation: JSONPatchOperation, text: String) async throws {
        let sent = try await sent(.jsonPatch([operation, .remove("/z")]))
        #expect(sent.type == "application/json-patch+json")
        #expect(sent.text == #"[\#(text),{"op":"remove","path":"/z"}]"#)
    }

    @Test(
        "RFC 6901 §5: the pieces of a pointer are escaped",
        arguments: [
            ([], ""), (["foo", "0"], "/foo/0"), ([""], "/"), (["a/b"], "/a~1b"), (["m~n"], "/m~0n"), (["~1"], "/~01"),
        ])
    func pointers(pieces: [String], text: String) {
        let pointer =
            switch pieces.count {
            case 0: JSONPointer()
            case 1: JSONPointer(path: pieces[0])
            default: JSONPointer(path: pieces[0], pieces[1])
            }
        #expect(pointer.text == text)
        #expect(pointer == JSONPointer(stringLiteral: text))
    }
}
