// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The steps that lead from an empty file to today's schema. A step is never edited once released.
enum Migrations {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("001-apps-packs-downloads") { database in
            try database.execute(sql: firstSchema)
        }
        migrator.registerMigration("002-app-sources") { database in
            try database.execute(sql: appSources)
        }
        migrator.registerMigration("003-completions-calls-checks") { database in
            try database.execute(sql: packSchema)
        }
        migrator.registerMigration("004-requested-packs") { database in
            try database.execute(sql: requestedPackSchema)
        }
        migrator.registerMigration("005-owed-events") { database in
            try database.execute(sql: "ALTER TABLE app ADD COLUMN owedEvent TEXT")
        }
        migrator.registerMigration("006-removals") { database in
            try database.execute(
                sql: """
                    CREATE TABLE removal (
                        bundleID TEXT PRIMARY KEY NOT NULL,
                        groupID TEXT,
                        groupRule TEXT NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("007-owed-packs") { database in try database.execute(sql: owedPackSchema) }
        migrator.registerMigration("008-version-sources") { database in
            try database.execute(
                sql: """
                    ALTER TABLE appVersion ADD COLUMN source TEXT;
                    ALTER TABLE appVersion ADD COLUMN sourceTag TEXT;
                    """)
        }
        migrator.registerMigration("009-owed-updates") { database in try database.execute(sql: owedUpdateSchema) }
        migrator.registerMigration("010-download-calls") { database in
            try database.execute(sql: "ALTER TABLE download ADD COLUMN callIDs TEXT NOT NULL DEFAULT ''")
        }
        migrator.registerMigration("011-declined-packs") { database in
            try database.execute(sql: declinedPackSchema)
        }
        migrator.registerMigration("012-download-call-lists", migrate: listCalls)
        migrator.registerMigration("013-app-groups") { database in try database.execute(sql: appGroupSchema) }
        migrator.registerMigration("014-files") { database in try database.execute(sql: fileSchema) }
        migrator.registerMigration("015-initial-downloads") { database in
            try database.execute(sql: initialDownloadSchema)
        }
        migrator.registerMigration("016-app-settings") { database in try database.execute(sql: appSettingSchema) }
        migrator.registerMigration("017-extension-run-time") { database in
            try database.execute(
                sql: """
                    CREATE TABLE extensionRunTime (
                        bundleID TEXT PRIMARY KEY NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
                        level REAL NOT NULL,
                        updatedAt REAL NOT NULL,
                        usedDays INTEGER NOT NULL,
                        lastDay INTEGER NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("018-quit-apps") { database in
            try database.execute(sql: "ALTER TABLE app ADD COLUMN quitAt REAL")
        }
        migrator.registerMigration("019-purgeable-files") { database in
            try database.execute(sql: purgeableFileSchema)
        }
        migrator.registerMigration("020-teams-and-consent") { database in try database.execute(sql: teamSchema) }
        migrator.registerMigration("021-extension-failures") { database in
            try database.execute(
                sql: """
                    ALTER TABLE app ADD COLUMN extensionFailure TEXT;
                    ALTER TABLE app ADD COLUMN extensionFailedAt REAL;
                    """)
        }
        migrator.registerMigration("022-owed-assets") { database in
            try database.execute(sql: "ALTER TABLE packCheck ADD COLUMN owesAssets INTEGER NOT NULL DEFAULT 0")
        }
        migrator.registerMigration("023-numbered-answers") { database in
            try database.execute(sql: numberedAnswerSchema)
        }
        migrator.registerMigration("024-failure-causes") { database in
            try database.execute(
                sql: """
                    ALTER TABLE download ADD COLUMN lastCause TEXT;
                    ALTER TABLE fileDownload ADD COLUMN lastCause TEXT;
                    ALTER TABLE app ADD COLUMN extensionFailureCause TEXT;
                    """)
        }
        migrator.registerMigration("025-times-of-waits") { database in try database.execute(sql: waitTimeSchema) }
        migrator.registerMigration("026-refusals") { database in
            try database.execute(sql: "ALTER TABLE initialDownloads ADD COLUMN refusals BLOB")
        }
        migrator.registerMigration("027-downloads-that-come-by-themselves") { database in
            try database.execute(
                sql: """
                    ALTER TABLE download ADD COLUMN comesByItself INTEGER NOT NULL DEFAULT 0;
                    UPDATE download SET comesByItself = 1 WHERE kind <> 'foreground';
                    """)
        }
        migrator.registerMigration("028-failing-fetches") { database in
            try database.execute(sql: "ALTER TABLE installation ADD COLUMN failingSince REAL")
        }
        migrator.registerMigration("029-manifest-failures") { database in
            try database.execute(sql: manifestFailureSchema)
        }
        migrator.registerMigration("030-pack-failures") { database in
            try database.execute(
                sql: """
                    CREATE TABLE packFailure (
                        bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
                        packID TEXT NOT NULL,
                        code TEXT NOT NULL,
                        message TEXT NOT NULL,
                        cause TEXT,
                        failedAt REAL NOT NULL,
                        PRIMARY KEY (bundleID, packID)
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("031-background-holds") { database in
            try database.execute(
                sql: """
                    CREATE TABLE backgroundHold (
                        scope TEXT PRIMARY KEY NOT NULL,
                        condition TEXT NOT NULL,
                        since REAL NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("032-installation-failures") { database in
            try database.execute(
                sql: """
                    CREATE TABLE installationFailure (
                        name TEXT PRIMARY KEY NOT NULL,
                        callID TEXT NOT NULL,
                        progress BLOB NOT NULL,
                        failedAt REAL NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("033-refused-archives") { database in
            try database.execute(sql: "ALTER TABLE installationFailure ADD COLUMN refusedTag TEXT")
        }
        migrator.registerMigration("034-times-of-causes") { database in
            try database.execute(sql: causeTimeSchema)
        }
        migrator.registerMigration("035-installation-tokens") { database in
            try database.execute(sql: "ALTER TABLE installation ADD COLUMN token TEXT")
        }
        migrator.registerMigration("036-background-tasks") { database in try database.execute(sql: taskSchema) }
        migrator.registerMigration("037-background-sessions") { database in
            try database.execute(sql: sessionSchema)
        }
        migrator.registerMigration("038-notifications") { database in
            try database.execute(sql: notificationSchema)
        }
        migrator.registerMigration("039-notification-servers") { database in
            try database.execute(sql: "ALTER TABLE notification ADD COLUMN server TEXT")
        }
        migrator.registerMigration("040-interrupted-tasks") { database in
            try database.execute(sql: interruptedTaskSchema)
        }
        migrator.registerMigration("041-withdrawn-task-runs") { database in
            try database.execute(sql: "ALTER TABLE taskRun ADD COLUMN isWithdrawn INTEGER NOT NULL DEFAULT 0")
        }
        migrator.registerMigration("042-resumed-processes") { database in
            try database.execute(sql: "ALTER TABLE startedProcess ADD COLUMN isResumed INTEGER NOT NULL DEFAULT 0")
        }
        migrator.registerMigration("043-starts-of-notifications") { database in
            try database.execute(sql: "ALTER TABLE notification ADD COLUMN since REAL")
        }
        return migrator
    }

    private static let firstSchema = """
        CREATE TABLE app (
            bundleID TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            origin TEXT NOT NULL,
            appGroupID TEXT,
            currentVersionID INTEGER,
            firstLaunchedAt REAL,
            resolvedLanguage TEXT,
            preferredLanguages TEXT NOT NULL DEFAULT '[]',
            addedAt REAL NOT NULL
        ) STRICT;
        CREATE TABLE appVersion (
            id INTEGER PRIMARY KEY NOT NULL,
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            path TEXT NOT NULL,
            adopted INTEGER NOT NULL,
            version TEXT NOT NULL,
            build TEXT NOT NULL,
            launchable INTEGER NOT NULL,
            executableDevice INTEGER NOT NULL,
            executableInode INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX appVersionByExecutable ON appVersion(executableInode, executableDevice);
        CREATE TABLE installation (
            bundleID TEXT PRIMARY KEY NOT NULL,
            callID TEXT NOT NULL,
            source TEXT NOT NULL,
            adopted INTEGER NOT NULL,
            event TEXT NOT NULL,
            phase TEXT NOT NULL,
            paused INTEGER NOT NULL,
            versionID INTEGER,
            fraction REAL NOT NULL,
            essentialIDs TEXT NOT NULL,
            detail TEXT,
            startedAt REAL NOT NULL
        ) STRICT;
        CREATE TABLE manifest (
            bundleID TEXT PRIMARY KEY NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            url TEXT NOT NULL,
            etag TEXT,
            body BLOB NOT NULL,
            fetchedAt REAL NOT NULL
        ) STRICT;
        CREATE TABLE missingPack (
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            packID TEXT NOT NULL,
            since REAL NOT NULL,
            PRIMARY KEY (bundleID, packID)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE localPack (
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            packID TEXT NOT NULL,
            version INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            entry BLOB NOT NULL,
            installedAt REAL NOT NULL,
            PRIMARY KEY (bundleID, packID)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE download (
            id TEXT PRIMARY KEY NOT NULL,
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            packID TEXT NOT NULL,
            version INTEGER NOT NULL,
            entry BLOB NOT NULL,
            manifestURL TEXT NOT NULL,
            kind TEXT NOT NULL,
            paused INTEGER NOT NULL,
            completedBytes INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            nextAttemptAt REAL,
            lastError TEXT,
            createdAt REAL NOT NULL,
            UNIQUE (bundleID, packID)
        ) STRICT;
        CREATE TABLE launchToken (
            token TEXT PRIMARY KEY NOT NULL,
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            createdAt REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE setting (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE trustedCertificate (
            fingerprint TEXT PRIMARY KEY NOT NULL,
            pem TEXT NOT NULL,
            addedAt REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE eventCounter (id INTEGER PRIMARY KEY CHECK (id = 0), next INTEGER NOT NULL) STRICT;
        INSERT INTO eventCounter VALUES (0, 1);
        """

    /// A pack that comes is owed no longer, whoever has brought it.
    private static let owedPackSchema = """
        CREATE TABLE owedPack (
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            packID TEXT NOT NULL,
            PRIMARY KEY (bundleID, packID)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER owedPackCame AFTER INSERT ON localPack BEGIN
            DELETE FROM owedPack WHERE bundleID = NEW.bundleID AND packID = NEW.packID;
        END;
        """

    /// So is one that comes in place of an older version.
    private static let owedUpdateSchema = """
        CREATE TRIGGER owedUpdateCame AFTER UPDATE OF version ON localPack BEGIN
            DELETE FROM owedPack WHERE bundleID = NEW.bundleID AND packID = NEW.packID;
        END;
        """

    /// A pack that comes all the same was asked for.
    private static let declinedPackSchema = """
        CREATE TABLE declinedPack (
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            packID TEXT NOT NULL,
            version INTEGER NOT NULL,
            PRIMARY KEY (bundleID, packID)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER declinedPackCame AFTER INSERT ON localPack BEGIN
            DELETE FROM declinedPack WHERE bundleID = NEW.bundleID AND packID = NEW.packID;
        END;
        CREATE TRIGGER declinedUpdateCame AFTER UPDATE OF version ON localPack BEGIN
            DELETE FROM declinedPack WHERE bundleID = NEW.bundleID AND packID = NEW.packID;
        END;
        """

    private static let appSources = """
        ALTER TABLE installation ADD COLUMN origin TEXT NOT NULL DEFAULT 'local';
        ALTER TABLE installation ADD COLUMN identified INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE installation ADD COLUMN allowDowngrade INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE installation ADD COLUMN staging TEXT;
        """
}
