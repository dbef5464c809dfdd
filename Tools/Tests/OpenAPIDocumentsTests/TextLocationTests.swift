import OpenAPIDocuments
import Testing

struct TextLocationTests {
    @Test func lineAndColumnAreSeparatedByAColon() {
        #expect(TextLocation(line: 3, column: 14).description == "3:14")
    }
}
