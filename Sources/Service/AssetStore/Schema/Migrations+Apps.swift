// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// The app groups that apps have claimed: an update may use another one than the version before it.
    static let appGroupSchema = """
        CREATE TABLE appGroup (
            groupID TEXT PRIMARY KEY NOT NULL,
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX appGroupByApp ON appGroup(bundleID);
        INSERT OR IGNORE INTO appGroup SELECT appGroupID, bundleID FROM app WHERE appGroupID IS NOT NULL ORDER BY addedAt;
        ALTER TABLE app DROP COLUMN appGroupID;
        ALTER TABLE removal ADD COLUMN groupIDs TEXT NOT NULL DEFAULT '[]';
        UPDATE removal SET groupIDs = json_array(groupID) WHERE groupID IS NOT NULL;
        ALTER TABLE removal DROP COLUMN groupID;
        """

    /// Who signed apps, and whether a person has agreed to the room that they name. What was being installed before anybody
    /// was asked goes on.
    static let teamSchema = """
        ALTER TABLE app ADD COLUMN team TEXT;
        ALTER TABLE appVersion ADD COLUMN team TEXT;
        ALTER TABLE installation ADD COLUMN consent TEXT;
        UPDATE installation SET consent = 'given';
        """

    /// What a person has set for one app alone.
    static let appSettingSchema = """
        CREATE TABLE appSetting (
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            name TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (bundleID, name)
        ) STRICT, WITHOUT ROWID;
        """
}
