// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CPostgreSQL
internal import Foundation
internal import Glibc
internal import SystemSupport

/// A connection to PostgreSQL by libpq. It is used by one thread at a time, and blocks it.
final class PostgreSQLClient {
    /// For a connection, unless its address says so itself (`connect_timeout`).
    private static let connectTime = 5
    /// After which a server that has not answered is asked whether it is there.
    private static let doubtTime: Int32 = 3_000
    /// Doubts after which it is taken for lost, whatever it says: it ends a statement itself long before.
    private static let mostDoubts = 20

    private let connection: OpaquePointer
    private let address: String
    /// It is not there, or stands still: whoever asks next would wait, too.
    private(set) var isSilent = false
    private var statements = PreparedStatements()
    /// Whether a table is another one than when statements were prepared: a newer server has migrated the database.
    private var isOutdated = false

    /// Connects.
    ///
    /// - `address`: as libpq takes it, `postgres://user@host:5432/name?sslmode=verify-full`.
    init(address: String) throws(StorageError) {
        let connection = Self.withParameters(address) { PQconnectdbParams($0, $1, 1) }
        guard let connection else { throw .unavailable("no memory for a connection") }
        self.connection = connection
        self.address = address
        // Whatever this throws, the end of this object ends the connection.
        guard PQstatus(connection) == CONNECTION_OK else { throw .unavailable(Self.message(of: connection)) }
        PQsetnonblocking(connection, 1)
        // libpq writes to standard error what the server remarks, between lines of the log that are JSON. What goes wrong is an
        // error of a call besides.
        PQsetNoticeReceiver(connection, { _, _ in }, nil)
    }

    /// What stands before the address holds where that says nothing else.
    private static func withParameters<Result>(
        _ address: String,
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let texts = ["connect_timeout", "dbname", "\(connectTime)", address].map { (text: String) in strdup(text) }
        defer { for text in texts { free(text) } }
        let pointers = texts.map { text in UnsafePointer<CChar>(text) }
        return body([pointers[0], pointers[1], nil], [pointers[2], pointers[3], nil])
    }

    deinit { PQfinish(connection) }

    /// What is wrong with an address, in libpq's words; nil when nothing is.
    static func fault(ofAddress address: String) -> String? {
        var message: UnsafeMutablePointer<CChar>?
        if let options = PQconninfoParse(address, &message) {
            PQconninfoFree(options)
            return nil
        }
        defer { if let message { PQfreemem(message) } }
        let text = message.map { String(cString: $0) } ?? "it cannot be read"
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether there is something to be ended: a commit that failed has ended it.
    var isInTransaction: Bool { PQtransactionStatus(connection) != PQTRANS_IDLE }

    /// Whether it can be used further.
    var isUsable: Bool {
        !isOutdated && PQstatus(connection) == CONNECTION_OK && PQtransactionStatus(connection) == PQTRANS_IDLE
    }

    /// The descriptor of its socket.
    var socket: Int32 { PQsocket(connection) }

    func execute(_ text: String, _ values: [SQLValue] = []) throws(StorageError) -> PostgreSQLResult {
        let parameters = try values.map(Self.text)
        let pointers = parameters.map { text in text.flatMap { strdup($0) } }
        defer { for pointer in pointers { free(pointer) } }
        let values = pointers.map { UnsafePointer<CChar>($0) }
        guard !values.isEmpty, let name = try prepared(text, values.count) else {
            return try sent(PQsendQueryParams(connection, text, Int32(values.count), nil, values, nil, nil, 0))
        }
        return try sent(PQsendQueryPrepared(connection, name, Int32(values.count), values, nil, nil, 0))
    }

    /// - Returns: what the server calls a statement that it has read and planned; nil for one that it is not worth it for.
    private func prepared(_ text: String, _ count: Int) throws(StorageError) -> String? {
        switch statements.use(of: text) {
        case .prepared(let name): return name
        case .seldom: return nil
        case .new(let name):
            _ = try sent(PQsendPrepare(connection, name, text, Int32(count), nil))
            statements.add(text)
            return name
        }
    }

    private func sent(_ isSent: Int32) throws(StorageError) -> PostgreSQLResult {
        guard isSent == 1 else { throw .unavailable(Self.message(of: connection)) }
        let result = try result()
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return PostgreSQLResult(result)
        default:
            defer { PQclear(result) }
            if Self.isOutdatedPlan(result) { isOutdated = true }
            throw Self.error(of: result, isConnected: PQstatus(connection) == CONNECTION_OK)
        }
    }

    /// The result of what was sent, for which no thread waits longer than the server is there.
    private func result() throws(StorageError) -> OpaquePointer {
        var (last, doubts): (OpaquePointer?, Int) = (nil, 0)
        while true {
            let unsent = PQflush(connection)
            guard unsent >= 0 else { break }
            if unsent == 0, PQisBusy(connection) == 0 {
                guard let next = PQgetResult(connection) else { break }
                PQclear(last)
                last = next
                continue
            }
            var descriptor = pollfd(fd: socket, events: Int16(POLLIN | (unsent > 0 ? POLLOUT : 0)), revents: 0)
            let count = poll(&descriptor, 1, Self.doubtTime)
            if count == 0 {
                doubts += 1
                guard doubts < Self.mostDoubts, Self.answers(address) else {
                    PQclear(last)
                    isSilent = true
                    throw .unavailable("the database does not answer")
                }
            } else if descriptor.revents & ~Int16(POLLOUT) != 0, PQconsumeInput(connection) == 0 {
                break
            }
        }
        guard let last else { throw .unavailable(Self.message(of: connection)) }
        return last
    }

    /// Whether a server takes connections at this moment.
    private static func answers(_ address: String) -> Bool {
        withParameters(address) { PQpingParams($0, $1, 1) } == PQPING_OK
    }

    /// The channels that were signalled since the last look. Reads what has arrived.
    func notifications() throws(StorageError) -> [String] {
        guard PQconsumeInput(connection) == 1 else { throw .unavailable(Self.message(of: connection)) }
        var names: [String] = []
        while let notification = PQnotifies(connection) {
            names.append(String(cString: notification.pointee.relname))
            PQfreemem(notification)
        }
        return names
    }

    /// As PostgreSQL reads it where a value of its type is expected; nil for NULL.
    private static func text(_ value: SQLValue) throws(StorageError) -> String? {
        switch value {
        case .null: return nil
        case .integer(let number): return "\(number)"
        case .real(let number): return "\(number)"
        case .text(let text):
            guard !text.utf8.contains(0) else { throw .failed("a text holds a zero byte") }
            return text
        case .bytes(let bytes): return "\\x" + Hexadecimal.text(bytes)
        }
    }

    private static func message(of connection: OpaquePointer) -> String {
        // Of several lines, which a log has as one.
        PQerrorMessage(connection).map {
            String(cString: $0).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        } ?? ""
    }

    private static func field(_ code: Character, of result: OpaquePointer) -> String {
        PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) } ?? ""
    }

    /// Whether a prepared statement failed because one of its tables has got another column since.
    ///
    /// The code alone means that something is not supported; where it comes from tells, in every language of the server.
    private static func isOutdatedPlan(_ result: OpaquePointer) -> Bool {
        field("C", of: result) == "0A000" && field("R", of: result) == "RevalidateCachedQuery"
    }

    /// - `isConnected`: what breaks off in the middle is no fault of the statement.
    private static func error(of result: OpaquePointer, isConnected: Bool) -> StorageError {
        let state = field("C", of: result)
        let reason = field("M", of: result)
        if !isConnected { return .unavailable(reason) }
        return switch state.prefix(2) {
        case "23": .conflict(reason)
        case "40": .contended(reason)
        // Another server has made it since this transaction began: its schema is seen the next time.
        case "42" where state == "42P07": .contended(reason)
        case "0A" where isOutdatedPlan(result): .contended(reason)
        // It was made to stand by, or closed to changes: another one takes them, or it does so again.
        case "25" where state == "25006": .unavailable("the database takes no changes at the moment: \(reason)")
        case "42" where state == "42501": .notPermitted(reason)
        case "08", "57": .unavailable(reason)
        case "53": state == "53100" ? .outOfSpace(reason) : .unavailable(reason)
        default: .failed("\(reason) (\(state))")
        }
    }
}
