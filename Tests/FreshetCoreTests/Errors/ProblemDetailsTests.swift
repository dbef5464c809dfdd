import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// What is read of the problems that servers describe by RFC 9457.
@Suite(.timeLimit(.minutes(1)))
struct ProblemDetailsTests {
    struct Plain: Service { let baseURL = "https://bank.example" }

    /// The example of RFC 9457 §3.
    private static let outOfCredit = """
        {"type": "https://example.com/probs/out-of-credit", "title": "You do not have enough credit.",
         "detail": "Your current balance is 30, but that costs 50.", "instance": "/account/12345/msgs/abc",
         "balance": 30, "accounts": ["/account/12345", "/account/67890"]}
        """

    private func error(
        _ body: String, type: String = "application/problem+json", status: Int = 403
    ) async -> FetchError? {
        let stub = StubTransport { _ in
            StubTransport.Response(status: status, headers: [.contentType: type], chunks: [Data(body.utf8)])
        }
        let client = Client(Plain(), transport: stub, cache: nil, retry: .never)
        return await failure { () async throws(FetchError) in
            try await client.value(for: Request<Plain, Void>("account", reading: .nothing))
        }
    }

    @Test func theMembersAreRead() async throws {
        struct Credit: Decodable {
            let balance: Int
            let accounts: [String]
        }
        let error = try #require(await error(Self.outOfCredit))
        #expect(error.kind == .status(.forbidden) && error.status == .forbidden && error.code == "status.403")
        let problem = try #require(error.problem)
        #expect(problem.type == "https://example.com/probs/out-of-credit")
        #expect(problem.title == "You do not have enough credit." && problem.status == nil)
        #expect(problem.detail == "Your current balance is 30, but that costs 50.")
        #expect(problem.instance == "/account/12345/msgs/abc")
        #expect(error.localizedDescription == "Your current balance is 30, but that costs 50.")
        let credit = try problem.members(as: Credit.self)
        #expect(credit.balance == 30 && credit.accounts.count == 2)
    }

    @Test(
        "Members of a wrong type are left out",
        arguments: [
            (#"{}"#, "about:blank", nil, nil),
            (#"{"type": 3, "title": ["a"], "status": "403"}"#, "about:blank", nil, nil),
            (#"{"title": "No.", "status": 422, "detail": null}"#, "about:blank", "No.", 422),
            (#"{"type": "/gone", "status": 4.5}"#, "/gone", nil, nil),
        ] as [(String, String, String?, Int?)])
    func wrongTypes(body: String, type: String, title: String?, status: Int?) async {
        let problem = await error(body)?.problem
        #expect(problem?.type == type && problem?.title == title && problem?.status == status)
        #expect(problem != nil && problem?.detail == nil)
    }

    @Test(
        "Only a document of the media type is one",
        arguments: [
            ("Application/Problem+JSON; charset=utf-8", "{}", true), ("application/json", "{}", false),
            ("text/html", "{}", false), ("application/problem+json", "[]", false),
            ("application/problem+json", #"{"title": "cut"#, false), ("application/problem+json", "", false),
        ])
    func mediaTypes(type: String, body: String, isProblem: Bool) async {
        let error = await error(body, type: type, status: 409)
        #expect((error?.problem != nil) == isProblem)
        #expect(error?.kind == .status(.conflict))
        #expect(error?.localizedDescription == "bank.example responded with status 409.")
    }

    @Test func aServiceReportsDetailsOfItsOwn() async throws {
        struct Bank: Service {
            struct Limits: Hashable, Sendable { let balance: Int }
            let baseURL = "https://bank.example"

            func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
                ServiceError(code: "credit", message: "Top up.", details: Limits(balance: 30))
            }
        }
        let stub = StubTransport { _ in .json("{}", status: 402) }
        let error = await failure { () async throws(FetchError) in
            let client = Client(Bank(), transport: stub, cache: nil)
            try await client.value(for: Request<Bank, Void>("account", reading: .nothing))
        }
        guard case .service(let reported)? = error?.kind else { throw FetchError(.validation("\(error as Any)")) }
        #expect((reported.details as? Bank.Limits)?.balance == 30)
        #expect(error?.status?.code == 402)
        let same = ServiceError(code: "credit", message: "Top up.", details: Bank.Limits(balance: 30))
        let other = ServiceError(code: "credit", message: "Top up.", details: Bank.Limits(balance: 31))
        #expect(reported == same && reported.hashValue == same.hashValue && reported != other)
        #expect(reported != ServiceError(code: "credit", message: "Top up."))
    }

    @Test func aServiceErrorPrintsItsContent() {
        struct Limits: Hashable { let balance: Int }
        let error = ServiceError(code: "credit", message: "Top up.", isRetryable: false, details: [Limits(balance: 30)])
        let start = #"ServiceError(code: "credit", message: "Top up.", isRetryable: false, details: ["#
        #expect("\(error)".hasPrefix(start) && "\(error)".hasSuffix("Limits(balance: 30)])"))
        #expect("\(FetchError.Kind.service(error))".contains("balance: 30"))
        var dumped = ""
        dump(error, to: &dumped)
        #expect(dumped.contains("balance: 30") && !dumped.contains("ox"))
        #expect("\(ServiceError(code: nil, message: "No."))" == #"ServiceError(message: "No.")"#)
    }
}
