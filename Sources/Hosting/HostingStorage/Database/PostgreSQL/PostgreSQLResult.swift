// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CPostgreSQL
internal import Glibc

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
        let types = (0..<width).map { PQftype(result, $0) }
        var rows: [SQLRow] = []
        rows.reserveCapacity(Int(PQntuples(result)))
        for row in 0..<PQntuples(result) {
            var values: [SQLValue] = []
            values.reserveCapacity(Int(width))
            for column in 0..<width { values.append(try value(row, column, type: types[Int(column)])) }
            rows.append(SQLRow(columns: columns, values: values))
        }
        return rows
    }

    private func value(_ row: Int32, _ column: Int32, type: Oid) throws(StorageError) -> SQLValue {
        guard PQgetisnull(result, row, column) == 0, let pointer = PQgetvalue(result, row, column) else { return .null }
        // The numbers of types are those of pg_type, and never change.
        switch type {
        case 20, 21, 23:
            var end: UnsafeMutablePointer<CChar>?
            let number = strtoll(pointer, &end, 10)
            guard let end, end != pointer, end.pointee == 0 else {
                throw .unexpected("\(String(cString: pointer)) is no whole number")
            }
            return .integer(Int64(number))
        case 16: return .integer(CChar(bitPattern: UInt8(ascii: "t")) == pointer.pointee ? 1 : 0)
        case 700, 701:
            let text = String(cString: pointer)
            guard let number = Double(text) else { throw .unexpected("\(text) is no number") }
            return .real(number)
        case 17:
            var count = 0
            guard let bytes = PQunescapeBytea(pointer, &count) else { throw .unavailable("no memory for a value") }
            defer { PQfreemem(bytes) }
            return .bytes(Array(UnsafeBufferPointer(start: bytes, count: count)))
        default: return .text(String(cString: pointer))
        }
    }
}
