// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB

extension Migrations {
    /// What apps have not heard of yet, calls that were answered, and when packs are looked at again.
    static let packSchema = """
        CREATE TABLE completion (
            id INTEGER PRIMARY KEY NOT NULL,
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            packID TEXT NOT NULL,
            kind TEXT NOT NULL,
            body BLOB NOT NULL,
            createdAt REAL NOT NULL
        ) STRICT;
        CREATE INDEX completionByApp ON completion(bundleID, packID, id);
        CREATE TABLE answeredCall (
            callKey TEXT PRIMARY KEY NOT NULL,
            reply BLOB NOT NULL,
            answeredAt REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX answeredCallByTime ON answeredCall(answeredAt);
        CREATE TABLE packCheck (
            bundleID TEXT PRIMARY KEY NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            lastUsedAt REAL NOT NULL,
            lastCheckedAt REAL NOT NULL,
            jitter REAL NOT NULL,
            failures INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Packs that came because the app asked for them, and not by themselves.
    static let requestedPackSchema = """
        CREATE TABLE requestedPack (
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            packID TEXT NOT NULL,
            PRIMARY KEY (bundleID, packID)
        ) STRICT, WITHOUT ROWID;
        """

    /// Why the manifest of an app could not be had the last time. A row goes when it is had.
    static let manifestFailureSchema = """
        CREATE TABLE manifestFailure (
            bundleID TEXT PRIMARY KEY NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            message TEXT NOT NULL,
            condition TEXT NOT NULL,
            failingSince REAL NOT NULL,
            failedAt REAL NOT NULL,
            retryAt REAL
        ) STRICT;
        """

    /// Makes lists of the calls that have asked for a download, which were kept one a line.
    @Sendable static func listCalls(_ database: Database) throws {
        let rows = try Row.fetchAll(database, sql: "SELECT id, callIDs FROM download WHERE callIDs <> ''")
        try database.execute(
            sql: """
                ALTER TABLE download DROP COLUMN callIDs;
                ALTER TABLE download ADD COLUMN callIDs TEXT NOT NULL DEFAULT '[]';
                """)
        for row in rows {
            let lines: String = row["callIDs"]
            let list = try JSONEncoder().encode(lines.split(separator: "\n").map(String.init))
            let id: String = row["id"]
            try database.execute(
                sql: "UPDATE download SET callIDs = ? WHERE id = ?",
                arguments: [String(decoding: list, as: UTF8.self), id])
        }
    }

    /// Answers are numbered as they come, so that the oldest go without all being counted at each call.
    static let numberedAnswerSchema = """
        CREATE TABLE numberedCall (
            callKey TEXT PRIMARY KEY NOT NULL,
            reply BLOB NOT NULL,
            answeredAt REAL NOT NULL
        ) STRICT;
        INSERT INTO numberedCall SELECT callKey, reply, answeredAt FROM answeredCall ORDER BY answeredAt, callKey;
        DROP TABLE answeredCall;
        ALTER TABLE numberedCall RENAME TO answeredCall;
        CREATE INDEX answeredCallByTime ON answeredCall(answeredAt);
        """
}
