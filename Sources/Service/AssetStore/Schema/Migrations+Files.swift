// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// What apps and their extensions have scheduled themselves, and the ends of it that nobody has taken.
    static let fileSchema = """
        CREATE TABLE fileDownload (
            id TEXT PRIMARY KEY NOT NULL,
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            identifier TEXT NOT NULL,
            body BLOB NOT NULL,
            kind TEXT NOT NULL,
            paused INTEGER NOT NULL,
            completedBytes INTEGER NOT NULL,
            totalBytes INTEGER,
            attempts INTEGER NOT NULL,
            failingSince REAL,
            nextAttemptAt REAL,
            lastError TEXT,
            createdAt REAL NOT NULL,
            UNIQUE (bundleID, identifier)
        ) STRICT;
        CREATE TABLE fileEnding (
            id INTEGER PRIMARY KEY NOT NULL,
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            downloadID TEXT NOT NULL,
            body BLOB NOT NULL,
            endedAt REAL NOT NULL
        ) STRICT;
        CREATE INDEX fileEndingByApp ON fileEnding(bundleID, id);
        """

    /// What apps may fetch before their first launch, and what they have fetched so far. A row goes with that launch.
    static let initialDownloadSchema = """
        CREATE TABLE initialDownloads (
            bundleID TEXT PRIMARY KEY NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            downloadAllowance INTEGER,
            essentialDownloadAllowance INTEGER,
            domainAllowList TEXT,
            usedBytes INTEGER NOT NULL DEFAULT 0,
            usedEssentialBytes INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        """

    /// Since when what is paused, or fails, has been so. Of what was paused before, that is not known any more.
    static let waitTimeSchema = """
        ALTER TABLE download ADD COLUMN pausedAt REAL;
        ALTER TABLE download ADD COLUMN failingSince REAL;
        UPDATE download SET pausedAt = createdAt WHERE paused;
        ALTER TABLE download DROP COLUMN paused;
        ALTER TABLE fileDownload ADD COLUMN pausedAt REAL;
        UPDATE fileDownload SET pausedAt = createdAt WHERE paused;
        ALTER TABLE fileDownload DROP COLUMN paused;
        ALTER TABLE installation ADD COLUMN pausedAt REAL;
        UPDATE installation SET pausedAt = startedAt WHERE paused;
        ALTER TABLE installation DROP COLUMN paused;
        """

    /// Since when what fails does so for the same cause, and a person is asked for consent.
    static let causeTimeSchema = """
        ALTER TABLE download ADD COLUMN lastCauseSince REAL;
        ALTER TABLE fileDownload ADD COLUMN lastCauseSince REAL;
        ALTER TABLE installation ADD COLUMN askedAt REAL;
        """

    /// Files that have arrived, as they were then: what may be removed when the disk runs short.
    static let purgeableFileSchema = """
        CREATE TABLE purgeableFile (
            downloadID TEXT PRIMARY KEY NOT NULL,
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            identifier TEXT NOT NULL,
            inode INTEGER NOT NULL,
            size INTEGER NOT NULL,
            modifiedAt INTEGER NOT NULL,
            isMarked INTEGER NOT NULL,
            arrivedAt REAL NOT NULL
        ) STRICT;
        CREATE INDEX purgeableFileByApp ON purgeableFile(bundleID);
        CREATE INDEX fileEndingByDownload ON fileEnding(downloadID);
        """
}
