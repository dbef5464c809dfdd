import Foundation
import HTTPTypes
import Testing

@testable import Emulator

struct PictureTests {
    private let server = NewsServer()

    /// The first name of a picture in a condition.
    private func name(_ condition: Picture.Condition) throws -> String {
        try #require((0..<1000).map { "picture-\($0)" }.first { Picture.Condition(name: $0) == condition })
    }

    @Test("Pictures have the requested size", arguments: [(16, 16), (640, 360), (31, 200)])
    func sizes(width: Int, height: Int) async throws {
        let response = try await server.get("/news/\(try name(.good))/\(width)x\(height).png", headers: [:])
        #expect(response.status == 200)
        #expect(response.headers[.contentType] == "image/png")
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        #expect(response.data.starts(with: signature))
        /// The number in two bytes of the header.
        func number(at place: Int) -> Int { Int(response.data[place]) << 8 | Int(response.data[place + 1]) }
        #expect(number(at: 18) == width)
        #expect(number(at: 22) == height)
        let lastChunk = response.data.suffix(8).prefix(4)
        #expect(lastChunk.elementsEqual("IEND".utf8))
    }

    @Test func aPictureIsTheSameEachTimeAndRevalidates() async throws {
        let path = "/news/\(try name(.good))/64x64.png"
        let first = try await server.get(path)
        #expect(try await server.get(path).data == first.data)
        let tag = try #require(first.headers[.eTag])
        let again = try await server.get(path, headers: [.ifNoneMatch: tag])
        #expect(again.status == 304)
        #expect(again.data.isEmpty)
    }

    @Test func someAreClosedAndSomeDamaged() async throws {
        #expect(try await server.get("/news/\(try name(.closed))/64x64.png").status == 403)
        let damaged = try await server.get("/news/\(try name(.damaged))/64x64.png")
        #expect(damaged.status == 200)
        #expect(!damaged.data.suffix(8).elementsEqual(Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]))
    }

    @Test(
        "Sizes that are not painted",
        arguments: [
            "0x0.png", "15x64.png", "64x2049.png", "x.png", "64.png", "64x64.jpg", "64x64x64.png", "-64x64.png",
            "99999999999999999999x64.png",
        ])
    func wrongSizes(file: String) async throws {
        #expect(try await server.get("/news/a/\(file)").status == 404)
    }
}
