import ServiceGenerator
import Testing

struct GeneratedFileTests {
    @Test func equalFilesHaveEqualNamesAndTexts() {
        #expect(GeneratedFile(name: "A.swift", text: "") == GeneratedFile(name: "A.swift", text: ""))
    }
}
