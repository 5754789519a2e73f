// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A line of a backup: a row of a table, or an object that the rows refer to.
enum BackupRecord: Codable, Equatable, Sendable {
    case row(table: String, values: [String: SQLValue])
    case object(BackupObject)

    private enum CodingKeys: String, CodingKey { case table, row, object }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let object = try container.decodeIfPresent(BackupObject.self, forKey: .object) {
            self = .object(object)
        } else {
            self = .row(
                table: try container.decode(String.self, forKey: .table),
                values: try container.decode([String: SQLValue].self, forKey: .row))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .row(let table, let values):
            try container.encode(table, forKey: .table)
            try container.encode(values, forKey: .row)
        case .object(let object): try container.encode(object, forKey: .object)
        }
    }

    init(_ row: SQLRow, of table: BackupTable) {
        self = .row(table: table.name, values: row.columns.mapValues { row.values[$0] })
    }
}

/// An object of a backup.
struct BackupObject: Codable, Hashable, Sendable {
    let key: String
    let size: Int64
    /// Lower-case hexadecimal digits.
    let sha256: String
}
