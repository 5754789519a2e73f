// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// What apps have their person told: what waits for its time and what was delivered, what a person has done with it that the app has not
    /// been told of, and what is known of each app.
    static let notificationSchema = """
        CREATE TABLE notification (
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            identifier TEXT NOT NULL,
            state TEXT NOT NULL,
            request BLOB NOT NULL,
            time REAL,
            number INTEGER,
            PRIMARY KEY (bundleID, identifier, state)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE notificationResponse (
            id INTEGER PRIMARY KEY NOT NULL,
            bundleID TEXT NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            body BLOB NOT NULL
        ) STRICT;
        CREATE TABLE notificationApp (
            bundleID TEXT PRIMARY KEY NOT NULL REFERENCES app(bundleID) ON DELETE CASCADE,
            authorization TEXT NOT NULL,
            categories BLOB NOT NULL,
            badge INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
