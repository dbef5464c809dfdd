import Foundation

/// The functions of libpq that are used, from the library of the system.
///
/// The library is loaded when the first connection is made. Linked, it would load OpenSSL, LDAP and Kerberos at every
/// start, and Gazette would not start on systems without it.
///
/// Unchecked: C functions of a library that is never unloaded, which may be called on any thread as long as one
/// connection is used by one thread at a time.
struct LibPQ: @unchecked Sendable {
    typealias Connection = OpaquePointer
    typealias Result = OpaquePointer
    typealias Text = UnsafePointer<CChar>
    typealias Texts = UnsafePointer<Text?>

    let parse: @convention(c) (Text, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> UnsafeMutableRawPointer?
    let freeOptions: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let freeMemory: @convention(c) (UnsafeMutableRawPointer?) -> Void

    let start: @convention(c) (Texts, Texts, CInt) -> Connection?
    let proceed: @convention(c) (Connection) -> CInt
    let finish: @convention(c) (Connection) -> Void
    let status: @convention(c) (Connection) -> CInt
    let errorMessage: @convention(c) (Connection) -> Text?
    let socket: @convention(c) (Connection) -> CInt
    let processID: @convention(c) (Connection) -> CInt
    let transactionStatus: @convention(c) (Connection) -> CInt
    let setNonBlocking: @convention(c) (Connection, CInt) -> CInt
    private typealias NoticeProcessor = @convention(c) (UnsafeMutableRawPointer?, Text?) -> Void
    private let setNoticeProcessor:
        @convention(c) (Connection, NoticeProcessor?, UnsafeMutableRawPointer?) -> UnsafeRawPointer?

    let sendQuery: @convention(c) (Connection, Text) -> CInt
    let sendPrepare: @convention(c) (Connection, Text, Text, CInt, UnsafePointer<UInt32>?) -> CInt
    let sendPrepared:
        @convention(c) (Connection, Text, CInt, Texts, UnsafePointer<CInt>, UnsafePointer<CInt>, CInt) -> CInt
    let flush: @convention(c) (Connection) -> CInt
    let consumeInput: @convention(c) (Connection) -> CInt
    let isBusy: @convention(c) (Connection) -> CInt
    let nextResult: @convention(c) (Connection) -> Result?
    let nextNotification: @convention(c) (Connection) -> UnsafeMutableRawPointer?

    let resultStatus: @convention(c) (Result) -> CInt
    let errorField: @convention(c) (Result, CInt) -> Text?
    let rowCount: @convention(c) (Result) -> CInt
    let columnCount: @convention(c) (Result) -> CInt
    let columnName: @convention(c) (Result, CInt) -> Text?
    let isNull: @convention(c) (Result, CInt, CInt) -> CInt
    let length: @convention(c) (Result, CInt, CInt) -> CInt
    let value: @convention(c) (Result, CInt, CInt) -> Text?
    let clear: @convention(c) (Result) -> Void

    /// Loads the library, once.
    ///
    /// - Throws: ``PostgreSQLError`` of the kind `libraryMissing`, which says what to install.
    static func shared() throws(PostgreSQLError) -> LibPQ { try loaded.get() }

    private static let loaded = Swift.Result<LibPQ, PostgreSQLError> { () throws(PostgreSQLError) in try LibPQ() }

    private init() throws(PostgreSQLError) {
        guard let library = SystemLibrary.names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
            throw .libraryMissing
        }
        func function<Function>(_ name: String) throws(PostgreSQLError) -> Function {
            guard let symbol = dlsym(library, name) else { throw .libraryMissing }
            return unsafeBitCast(symbol, to: Function.self)
        }
        parse = try function("PQconninfoParse")
        freeOptions = try function("PQconninfoFree")
        freeMemory = try function("PQfreemem")
        start = try function("PQconnectStartParams")
        proceed = try function("PQconnectPoll")
        finish = try function("PQfinish")
        status = try function("PQstatus")
        errorMessage = try function("PQerrorMessage")
        socket = try function("PQsocket")
        processID = try function("PQbackendPID")
        transactionStatus = try function("PQtransactionStatus")
        setNonBlocking = try function("PQsetnonblocking")
        setNoticeProcessor = try function("PQsetNoticeProcessor")
        sendQuery = try function("PQsendQuery")
        sendPrepare = try function("PQsendPrepare")
        sendPrepared = try function("PQsendQueryPrepared")
        flush = try function("PQflush")
        consumeInput = try function("PQconsumeInput")
        isBusy = try function("PQisBusy")
        nextResult = try function("PQgetResult")
        nextNotification = try function("PQnotifies")
        resultStatus = try function("PQresultStatus")
        errorField = try function("PQresultErrorField")
        rowCount = try function("PQntuples")
        columnCount = try function("PQnfields")
        columnName = try function("PQfname")
        isNull = try function("PQgetisnull")
        length = try function("PQgetlength")
        value = try function("PQgetvalue")
        clear = try function("PQclear")
    }

    /// Drops the notices of a server, which would be printed to standard error.
    func silence(_ connection: Connection) {
        _ = setNoticeProcessor(connection, { _, _ in }, nil)
    }

    /// Returns the values of a parsed connection string, by keyword; `nil` if it is invalid.
    ///
    /// Each element of the result of `PQconninfoParse` is a `PQconninfoOption` of libpq-fe.h: six pointers, of which
    /// the first is the keyword and the fourth the value, and a number. The last has no keyword.
    func options(in text: String) -> [String: String]? {
        guard let first = parse(text, nil) else { return nil }
        defer { freeOptions(first) }
        let pointer = MemoryLayout<Text?>.stride
        var options: [String: String] = [:]
        var next = UnsafeRawPointer(first)
        while let keyword = next.load(as: Text?.self) {
            if let value = next.load(fromByteOffset: 3 * pointer, as: Text?.self) {
                options[String(cString: keyword)] = String(cString: value)
            }
            next += 7 * pointer
        }
        return options
    }
}

/// Values of the enumerations of libpq-fe.h, which are part of its binary interface.
extension LibPQ {
    enum Polling {
        static let failed: CInt = 0
        static let reading: CInt = 1
        static let writing: CInt = 2
        static let connected: CInt = 3
    }

    static let connectionIsUp: CInt = 0
    static let noTransaction: CInt = 0

    enum ResultStatus {
        static let emptyQuery: CInt = 0
        static let command: CInt = 1
        static let rows: CInt = 2
        static let notice: CInt = 6
    }

    /// The codes of the fields of an error: those of the protocol (PostgreSQL, "Error and Notice Message Fields").
    enum ErrorField {
        static let state = CInt(UInt8(ascii: "C"))
        static let message = CInt(UInt8(ascii: "M"))
    }
}
