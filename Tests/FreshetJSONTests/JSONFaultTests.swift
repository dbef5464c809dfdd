import Foundation
import FreshetJSON
import Testing

struct JSONFaultTests {
    @Test(
        "Where JSON breaks",
        arguments: [
            ("not json", 1, 1), (#"{"a":[{]}"#, 1, 8), ("[1,\n 2,\n x]", 3, 2), ("[1 2]", 1, 4), (#"{"a" 1}"#, 1, 6),
            ("[1,2", 1, 5),
            (#"["open"#, 1, 7), ("[1]]", 1, 4), ("", 1, 1), ("[,]", 1, 2), (#"{"a":1,}"#, 1, 8), ("{1:2}", 1, 2),
            ("nul", 1, 1),
        ])
    func faults(text: String, line: Int, column: Int) throws {
        let fault = try #require(JSONFault(in: Data(text.utf8)))
        #expect(fault.line == line)
        #expect(fault.column == column)
    }

    @Test(
        "What is JSON has no fault",
        arguments: [
            "1", "null", "[]", "{}", "[[],{}]", #"{"a":[1,-2.5e3,"x\"y\\"],"b":{"c":null}}"#, " [ true , false ] ",
        ])
    func noFault(text: String) {
        #expect(JSONFault(in: Data(text.utf8)) == nil)
    }

    @Test func deepNestingBreaksWhereDecodersStop() {
        #expect(JSONFault(in: Data(String(repeating: "[", count: 500_000).utf8))?.column == 513)
    }
}
