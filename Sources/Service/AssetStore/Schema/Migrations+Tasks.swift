// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// What apps have asked to do in the background, what of it runs, how they behave there, and what was decided. The numbers of
    /// runs are used once.
    static let taskSchema = """
        CREATE TABLE backgroundTask (
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            identifier TEXT NOT NULL,
            kind TEXT NOT NULL,
            earliestBegin REAL,
            needsNetwork INTEGER NOT NULL,
            needsExternalPower INTEGER NOT NULL,
            title TEXT,
            subtitle TEXT,
            submittedAt REAL NOT NULL,
            PRIMARY KEY (bundleID, identifier)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE taskRun (
            id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            identifier TEXT NOT NULL,
            kind TEXT NOT NULL,
            earliestBegin REAL,
            needsNetwork INTEGER NOT NULL,
            needsExternalPower INTEGER NOT NULL,
            title TEXT,
            subtitle TEXT,
            submittedAt REAL NOT NULL,
            launchedAt REAL NOT NULL,
            takenUpAt REAL,
            onExternalPower INTEGER NOT NULL,
            processID INTEGER,
            processStartedAt INTEGER,
            startedForTasks INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE taskAccount (
            bundleID TEXT PRIMARY KEY NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            level REAL NOT NULL,
            updatedAt REAL NOT NULL,
            usedDays INTEGER NOT NULL,
            lastDay INTEGER NOT NULL,
            overruns INTEGER NOT NULL,
            throttledSince REAL NOT NULL,
            throttledUntil REAL NOT NULL,
            lastRefresh REAL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE taskRecord (
            id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            identifier TEXT NOT NULL,
            run INTEGER,
            time REAL NOT NULL,
            event TEXT NOT NULL,
            detail TEXT
        ) STRICT;
        CREATE INDEX taskRecordByApp ON taskRecord(bundleID, id);
        """

    /// What begins again, though something else waits by its name, and the processes that were started for what is done where nobody sees it.
    static let interruptedTaskSchema = """
        CREATE TABLE interruptedTask (
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            identifier TEXT NOT NULL,
            kind TEXT NOT NULL,
            earliestBegin REAL,
            needsNetwork INTEGER NOT NULL,
            needsExternalPower INTEGER NOT NULL,
            title TEXT,
            subtitle TEXT,
            submittedAt REAL NOT NULL,
            PRIMARY KEY (bundleID, identifier)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE startedProcess (
            bundleID TEXT PRIMARY KEY NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            processID INTEGER NOT NULL,
            startedAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE taskRun ADD COLUMN isAgain INTEGER NOT NULL DEFAULT 0;
        """
}
