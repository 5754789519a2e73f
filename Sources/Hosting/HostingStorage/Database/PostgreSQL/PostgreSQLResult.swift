// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CPostgreSQL

/// What a statement found or changed.
final class PostgreSQLResult {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    /// How many rows were changed.
    var changeCount: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    func rows() throws(StorageError) -> [SQLRow] {
        let width = PQnfields(result)
        var columns: [String: Int] = [:]
        for column in 0..<width { columns[PQfname(result, column).map { String(cString: $0) } ?? ""] = Int(column) }
        var rows: [SQLRow] = []
        for row in 0..<PQntuples(result) {
            var values: [SQLValue] = []
            for column in 0..<width { values.append(try value(row, column)) }
            rows.append(SQLRow(columns: columns, values: values))
        }
        return rows
    }

    private func value(_ row: Int32, _ column: Int32) throws(StorageError) -> SQLValue {
        if PQgetisnull(result, row, column) == 1 { return .null }
        guard let pointer = PQgetvalue(result, row, column) else { return .null }
        let text = String(cString: pointer)
        // The numbers of types are those of pg_type, and never change.
        switch PQftype(result, column) {
        case 20, 21, 23:
            guard let number = Int64(text) else { throw .unexpected("\(text) is no whole number") }
            return .integer(number)
        case 16: return .integer(text == "t" ? 1 : 0)
        case 700, 701:
            guard let number = Double(text) else { throw .unexpected("\(text) is no number") }
            return .real(number)
        case 17:
            var count = 0
            guard let bytes = PQunescapeBytea(pointer, &count) else { throw .unavailable("no memory for a value") }
            defer { PQfreemem(bytes) }
            return .bytes(Array(UnsafeBufferPointer(start: bytes, count: count)))
        default: return .text(text)
        }
    }
}
