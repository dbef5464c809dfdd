import FreshetHTTP
import Testing

/// Several `Set-Cookie` fields that URLSession has made one of.
@Suite
struct JoinedCookiesTests {
    @Test(
        arguments: [
            ["a=1"], ["a=1; Path=/", "b=2"], ["a=1; Expires=Sun, 06 Nov 1994 08:49:37 GMT; Path=/", "b=2"],
            ["a=1; Expires=Sunday, 06-Nov-94 08:49:37 GMT", "__Host-b=\"2\"; Secure", "c="], ["a=1,2, 3; Path=/,x"],
            [""], [","], ["a=1,", "b=2"], ["a=é", "b=2"],
        ])
    func fields(fields: [String]) {
        #expect(JoinedCookies.split(fields.joined(separator: ", ")) == fields)
        #expect(JoinedCookies.split(fields.joined(separator: ",")) == fields)
    }
}
