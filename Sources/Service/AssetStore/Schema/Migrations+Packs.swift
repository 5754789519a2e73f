// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

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
}
