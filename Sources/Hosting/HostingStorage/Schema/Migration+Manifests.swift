// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// The app in the row of a release, and the archive in that of a version: a manifest of hundreds of packs is two looks at
    /// one table each, not hundreds of looks at four.
    ///
    /// The database makes these copies. What they are of is written once and stays, and a server of the version before, which
    /// goes on beside newer ones for a while, knows nothing of them.
    static let copiesForManifests = Migration(
        "copies-for-manifests",
        """
        ALTER TABLE releases ADD COLUMN app_id {text};
        ALTER TABLE versions ADD COLUMN archive_key {text};
        ALTER TABLE versions ADD COLUMN archive_size {integer};
        ALTER TABLE versions ADD COLUMN archive_sha256 {text};
        UPDATE releases SET app_id = (
            SELECT p.app_id FROM versions v JOIN background_assets p ON p.id = v.background_asset_id
            WHERE v.id = releases.version_id);
        UPDATE versions SET
            archive_key = (SELECT f.object_key FROM upload_files f WHERE f.version_id = versions.id
                AND f.asset_type = 'ASSET' AND f.state = 'COMPLETE'),
            archive_size = (SELECT f.file_size FROM upload_files f WHERE f.version_id = versions.id
                AND f.asset_type = 'ASSET' AND f.state = 'COMPLETE'),
            archive_sha256 = (SELECT f.sha256 FROM upload_files f WHERE f.version_id = versions.id
                AND f.asset_type = 'ASSET' AND f.state = 'COMPLETE');
        CREATE INDEX releases_by_app ON releases(app_id, context, state);
        """,
        own: [
            .sqlite: """
            CREATE TRIGGER releases_app AFTER INSERT ON releases BEGIN
                UPDATE releases SET app_id = (
                    SELECT p.app_id FROM versions v JOIN background_assets p ON p.id = v.background_asset_id
                    WHERE v.id = NEW.version_id) WHERE id = NEW.id; END;
            \(trigger("inserted", after: "INSERT"))
            \(trigger("changed", after: "UPDATE"))
            """,
            .postgreSQL: """
            CREATE FUNCTION releases_app() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                SELECT p.app_id INTO NEW.app_id FROM versions v JOIN background_assets p
                    ON p.id = v.background_asset_id WHERE v.id = NEW.version_id; RETURN NEW; END $$;
            CREATE TRIGGER releases_app BEFORE INSERT ON releases FOR EACH ROW EXECUTE FUNCTION releases_app();
            CREATE FUNCTION versions_archive() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                UPDATE versions SET archive_key = NEW.object_key, archive_size = NEW.file_size,
                    archive_sha256 = NEW.sha256 WHERE id = NEW.version_id; RETURN NULL; END $$;
            CREATE TRIGGER versions_archive AFTER INSERT OR UPDATE ON upload_files FOR EACH ROW
                WHEN (NEW.asset_type = 'ASSET' AND NEW.state = 'COMPLETE') EXECUTE FUNCTION versions_archive();
            """,
        ])

    /// SQLite has a trigger for each kind of change.
    private static func trigger(_ name: String, after event: String) -> String {
        """
        CREATE TRIGGER versions_archive_\(name) AFTER \(event) ON upload_files
            WHEN NEW.asset_type = 'ASSET' AND NEW.state = 'COMPLETE' BEGIN
            UPDATE versions SET archive_key = NEW.object_key, archive_size = NEW.file_size,
                archive_sha256 = NEW.sha256 WHERE id = NEW.version_id; END;
        """
    }
}
