import Foundation

/// A connection to a database, on which one thread at a time runs statements.
///
/// It waits for its socket on the thread that uses it, which must be one of its own: ``PostgreSQLPool`` and
/// ``PostgreSQLListener`` have such threads. Every wait has a limit.
public final class PostgreSQLSession {
    private let library: LibPQ
    private let connection: LibPQ.Connection
    private let address: PostgreSQLAddress
    /// The names of the prepared statements, by their texts.
    private var statements: [String: String] = [:]
    /// How long the reply to a statement is waited for: longer than the server's own limit.
    private var replyTime: Duration
    private let statementTimeout: Duration

    /// The server takes a moment to cancel a statement and to report it.
    private static let replyMargin = Duration.seconds(2)

    // MARK: - Connecting

    /// Connects.
    ///
    /// - Throws: ``PostgreSQLError`` of the kind `unreachable` with the reason that libpq gives.
    public init(to address: PostgreSQLAddress, _ limits: PostgreSQLLimits = .init()) throws(PostgreSQLError) {
        let library = try LibPQ.shared()
        // What stands before the address is a default for it; what follows it, nothing can change.
        let options = [
            ("fallback_application_name", "gazette"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "20000"), ("dbname", address.text),
            ("client_encoding", "UTF8"),
        ]
        let keywords = options.map { strdup($0.0) }
        let values = options.map { strdup($0.1) }
        defer { for text in keywords + values { free(text) } }
        let connection = library.start(
            keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
        guard let connection else { throw PostgreSQLError(.unreachable, "There is no memory left for a connection.") }
        self.library = library
        self.connection = connection
        self.address = address
        statementTimeout = limits.statementTimeout
        replyTime = limits.statementTimeout + Self.replyMargin
        library.silence(connection)
        try connect(within: limits.connectTimeout)
        do throws(PostgreSQLError) {
            try setTimeout(statementTimeout)
        } catch {
            // No statement of a caller was in flight yet.
            throw PostgreSQLError(.unreachable, "The database can't be reached: \(error.message)", state: error.state)
        }
    }

    deinit {
        library.finish(connection)
    }

    private func connect(within time: Duration) throws(PostgreSQLError) {
        let deadline = ContinuousClock.now + time
        // Before the first call the socket must be ready to write (libpq, PQconnectStartParams).
        var state = library.status(connection) == 1 ? LibPQ.Polling.failed : LibPQ.Polling.writing
        while state != LibPQ.Polling.connected {
            guard state != LibPQ.Polling.failed else {
                throw PostgreSQLError(.unreachable, "The database can't be reached: \(reason)")
            }
            let events = state == LibPQ.Polling.writing ? SystemLibrary.writable : SystemLibrary.readable
            do throws(PostgreSQLError) {
                try wait(for: events, until: deadline)
            } catch {
                throw PostgreSQLError(
                    .unreachable, "The database can't be reached: \(address) did not respond within \(time).")
            }
            state = library.proceed(connection)
        }
        guard library.setNonBlocking(connection, 1) == 0 else { throw lost() }
    }

    /// Limits the time of statements, and has none compiled before it runs: PostgreSQL would by costs that it guesses, and
    /// that takes a hundred times as long as a short statement.
    private func setTimeout(_ time: Duration) throws(PostgreSQLError) {
        let milliseconds = PostgreSQLValue.text(String(Int(time / .milliseconds(1))))
        try query(
            """
            SELECT set_config('statement_timeout', $1, false),
                set_config('idle_in_transaction_session_timeout', $1, false), set_config('jit', 'off', false)
            """, [milliseconds])
        replyTime = time + Self.replyMargin
    }

    /// Runs a body whose statements may take longer than others.
    public func withTimeout<Value>(
        _ time: Duration, _ body: () throws(PostgreSQLError) -> Value
    ) throws(PostgreSQLError) -> Value {
        try setTimeout(time)
        let value: Value
        do throws(PostgreSQLError) {
            value = try body()
        } catch {
            if !error.endsSession { try setTimeout(statementTimeout) }
            throw error
        }
        try setTimeout(statementTimeout)
        return value
    }

    /// The id of the server's process for this connection.
    var processID: Int32 { library.processID(connection) }

    /// Whether the next statement can be sent: the connection is up, and no transaction is open.
    var isReady: Bool {
        // The server may have ended the connection while it was not used. Its last message comes before the end.
        while let socket, SystemLibrary.wait(for: SystemLibrary.readable, on: socket, milliseconds: 0) != 0 {
            guard library.consumeInput(connection) == 1 else { return false }
        }
        return library.status(connection) == LibPQ.connectionIsUp
            && library.transactionStatus(connection) == LibPQ.noTransaction
    }

    // MARK: - Statements

    /// Runs a statement with values, which is prepared at its first use.
    ///
    /// - Parameters:
    ///   - sql: The statement. Its text is fixed at compile time: values can only be passed beside it, for `$1`, `$2`, ….
    ///   - values: The values.
    /// - Returns: The rows.
    @discardableResult
    public func query(_ sql: StaticString, _ values: [PostgreSQLValue] = []) throws(PostgreSQLError) -> [PostgreSQLRow]
    {
        let values = try Values(values)
        let text = sql.description
        if let name = statements[text] {
            return try reply { values.send(name, library, connection) }
        }
        let name = "s\(statements.count + 1)"
        try reply { library.sendPrepare(connection, name, text, 0, nil) }
        statements[text] = name
        return try reply { values.send(name, library, connection) }
    }

    /// Runs statements without values, separated by semicolons.
    public func execute(_ sql: StaticString) throws(PostgreSQLError) {
        try execute(text: sql.description)
    }

    /// Runs statements whose text is made at run time: tests name their databases so.
    func execute(text: String) throws(PostgreSQLError) {
        try reply { library.sendQuery(connection, text) }
    }

    /// Runs a body in a transaction, which is rolled back when the body throws.
    public func transaction<Value>(
        _ body: () throws(PostgreSQLError) -> Value
    ) throws(PostgreSQLError) -> Value {
        try execute("BEGIN")
        let value: Value
        do throws(PostgreSQLError) {
            value = try body()
        } catch {
            // On a lost connection the server has rolled back by itself.
            if !error.endsSession { try execute("ROLLBACK") }
            throw error
        }
        try execute("COMMIT")
        return value
    }

    // MARK: - Notifications

    /// A notification of the channels that the session listens to.
    struct Notification: Sendable, Equatable {
        /// The id of the process of the server whose client has sent it.
        let sender: Int32
        let payload: String
    }

    /// Waits for notifications and returns them; none when the time has passed.
    func notifications(within time: Duration) throws(PostgreSQLError) -> [Notification] {
        guard let socket else { throw lost() }
        let isReadable =
            SystemLibrary.wait(
                for: SystemLibrary.readable, on: socket, milliseconds: Int(time / .milliseconds(1))) != 0
        if isReadable, library.consumeInput(connection) != 1 { throw lost() }
        var notifications: [Notification] = []
        // The layout is that of `PGnotify` of libpq-fe.h: a pointer to the channel's name, a number, a pointer to the text.
        while let pointer = library.nextNotification(connection) {
            defer { library.freeMemory(pointer) }
            let stride = MemoryLayout<LibPQ.Text?>.stride
            let payload = pointer.load(fromByteOffset: 2 * stride, as: LibPQ.Text?.self)
            notifications.append(
                Notification(
                    sender: pointer.load(fromByteOffset: stride, as: Int32.self),
                    payload: payload.map { String(cString: $0) } ?? ""))
        }
        return notifications
    }

    // MARK: - Waiting and reading

    private var socket: CInt? {
        let socket = library.socket(connection)
        return socket >= 0 ? socket : nil
    }

    /// The last error of the connection, for the log.
    private var reason: String {
        let text = library.errorMessage(connection).map { address.cleaned(String(cString: $0)) } ?? ""
        return text.isEmpty ? "no reason is known" : text
    }

    private func lost() -> PostgreSQLError {
        PostgreSQLError(.connectionLost, "The connection to the database was lost: \(reason)")
    }

    private func wait(for events: CInt, until deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
        guard let socket else { throw lost() }
        while true {
            let left = deadline - .now
            guard left > .zero else { throw PostgreSQLError(.timedOut, "The database did not respond in time.") }
            // Rounded up, so that the last wait is not one of zero milliseconds over and over.
            let milliseconds = Int(left / .milliseconds(1)) + 1
            if SystemLibrary.wait(for: events, on: socket, milliseconds: milliseconds) != 0 { return }
        }
    }

    /// Sends a command, and reads its whole reply.
    @discardableResult
    private func reply(to send: () -> CInt) throws(PostgreSQLError) -> [PostgreSQLRow] {
        guard send() == 1 else { throw lost() }
        let deadline = ContinuousClock.now + replyTime
        while true {
            let unsent = library.flush(connection)
            if unsent == 0 { break }
            guard unsent == 1 else { throw lost() }
            // The server may have to send before it can receive.
            try wait(for: SystemLibrary.readable | SystemLibrary.writable, until: deadline)
            guard library.consumeInput(connection) == 1 else { throw lost() }
        }
        var rows: [PostgreSQLRow] = []
        var failure: PostgreSQLError?
        while true {
            while library.isBusy(connection) == 1 {
                try wait(for: SystemLibrary.readable, until: deadline)
                guard library.consumeInput(connection) == 1 else { throw lost() }
            }
            guard let result = library.nextResult(connection) else { break }
            defer { library.clear(result) }
            switch library.resultStatus(result) {
            case LibPQ.ResultStatus.rows: rows += self.rows(of: result)
            case LibPQ.ResultStatus.command, LibPQ.ResultStatus.emptyQuery, LibPQ.ResultStatus.notice: break
            default: failure = failure ?? error(of: result)
            }
            // A state in which results never end, such as COPY.
            guard library.status(connection) == LibPQ.connectionIsUp else { break }
        }
        if let failure { throw failure }
        guard library.status(connection) == LibPQ.connectionIsUp else { throw lost() }
        return rows
    }

    private func error(of result: LibPQ.Result) -> PostgreSQLError {
        func field(_ code: CInt) -> String? { library.errorField(result, code).map { String(cString: $0) } }
        guard let state = field(LibPQ.ErrorField.state) else { return lost() }
        let message = address.cleaned(field(LibPQ.ErrorField.message) ?? "unknown")
        return PostgreSQLError(
            PostgreSQLError.endingStates.contains(state) ? .connectionLost : .rejected,
            "The database reports: \(message)", state: state)
    }

    private func rows(of result: LibPQ.Result) -> [PostgreSQLRow] {
        let columns = library.columnCount(result)
        let names = (0..<columns).map { library.columnName(result, $0).map { String(cString: $0) } ?? "" }
        return (0..<library.rowCount(result)).map { row in
            PostgreSQLRow(
                names: names,
                columns: (0..<columns).map { column in
                    guard library.isNull(result, row, column) == 0, let value = library.value(result, row, column)
                    else { return nil }
                    let length = Int(library.length(result, row, column))
                    return String(
                        decoding: UnsafeRawBufferPointer(start: value, count: length), as: UTF8.self)
                })
        }
    }
}

extension PostgreSQLSession {
    /// The values of a statement as libpq takes them.
    private struct Values {
        private var bytes: [UInt8] = []
        private var offsets: [Int?] = []
        private var lengths: [CInt] = []
        private var formats: [CInt] = []

        init(_ values: [PostgreSQLValue]) throws(PostgreSQLError) {
            for value in values {
                let encoded = try value.encoded()
                offsets.append(encoded == nil ? nil : bytes.count)
                lengths.append(CInt(encoded?.bytes.count ?? 0))
                formats.append(encoded?.isBinary == true ? 1 : 0)
                // One more, so that there is an address for no bytes.
                bytes += (encoded?.bytes ?? []) + [0]
            }
        }

        func send(_ name: String, _ library: LibPQ, _ connection: LibPQ.Connection) -> CInt {
            bytes.withUnsafeBytes { buffer in
                let texts = offsets.map { offset in
                    offset.flatMap { buffer.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
                }
                return library.sendPrepared(connection, name, CInt(texts.count), texts, lengths, formats, 0)
            }
        }
    }
}
