// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// The background URL sessions of apps: what each wants, the requests that are under way or whose answers are here, and the tasks that
    /// want them. The numbers of tasks are the app's.
    static let sessionSchema = """
        CREATE TABLE urlSession (
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            identifier TEXT NOT NULL,
            settings BLOB NOT NULL,
            PRIMARY KEY (bundleID, identifier)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE sessionTransfer (
            id TEXT PRIMARY KEY NOT NULL,
            bundleID TEXT NOT NULL,
            session TEXT NOT NULL,
            request BLOB NOT NULL,
            uploadSize INTEGER,
            createdInBackground INTEGER NOT NULL,
            earliestBegin REAL,
            priority INTEGER NOT NULL,
            createdAt REAL NOT NULL,
            keptUntil REAL,
            completedBytes INTEGER NOT NULL,
            totalBytes INTEGER,
            attempts INTEGER NOT NULL,
            failingSince REAL,
            nextAttemptAt REAL,
            lastError TEXT,
            lastCause TEXT,
            lastCauseSince REAL,
            FOREIGN KEY (bundleID, session) REFERENCES urlSession(bundleID, identifier) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE sessionTask (
            bundleID TEXT NOT NULL,
            session TEXT NOT NULL,
            number INTEGER NOT NULL,
            body BLOB NOT NULL,
            transferID TEXT,
            isSuspended INTEGER NOT NULL,
            createdAt REAL NOT NULL,
            ending BLOB,
            PRIMARY KEY (bundleID, session, number),
            FOREIGN KEY (bundleID, session) REFERENCES urlSession(bundleID, identifier) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """
}
