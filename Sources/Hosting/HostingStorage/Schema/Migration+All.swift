// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// Times are milliseconds since 1970. Identifiers are texts; what is a list or an object is JSON.
    static let all = [
        apps, versions, uploads, jobs, keys, reviews, publications, webhooks, rolloutStarts, requests, members, builds,
        audit, signIn, reviewMessages, deviceTokens, individualKeys, invitationMails, buildDeclarations,
        requestOutcomes, privatePacks, copiesForManifests, rolloutSeries, keyMakers, userInformation,
    ]

    private static let apps = Migration(
        "apps",
        """
        CREATE TABLE apps (
            id {text} NOT NULL PRIMARY KEY,
            bundle_id {text} NOT NULL UNIQUE,
            name {text} NOT NULL,
            sku {text} NOT NULL,
            primary_locale {text} NOT NULL,
            review_policy {text} NOT NULL,
            quota_bytes {integer} NOT NULL,
            created_at {integer} NOT NULL
        );
        CREATE TABLE background_assets (
            id {text} NOT NULL PRIMARY KEY,
            app_id {text} NOT NULL REFERENCES apps(id),
            identifier {text} NOT NULL,
            archived_at {integer},
            created_at {integer} NOT NULL,
            UNIQUE (app_id, identifier)
        );
        """)

    private static let versions = Migration(
        "versions",
        """
        CREATE TABLE versions (
            id {text} NOT NULL PRIMARY KEY,
            background_asset_id {text} NOT NULL REFERENCES background_assets(id),
            number {integer} NOT NULL,
            state {text} NOT NULL,
            details {text} NOT NULL,
            platforms {text} NOT NULL,
            locale {text},
            download_policy {text},
            installed_size {integer},
            listing_key {text},
            lowest_app_version {text},
            highest_app_version {text},
            created_at {integer} NOT NULL,
            UNIQUE (background_asset_id, number)
        );
        CREATE TABLE releases (
            id {text} NOT NULL PRIMARY KEY,
            version_id {text} NOT NULL REFERENCES versions(id),
            context {text} NOT NULL,
            state {text} NOT NULL,
            changed_at {integer} NOT NULL,
            UNIQUE (version_id, context)
        );
        CREATE TABLE pins (
            background_asset_id {text} NOT NULL REFERENCES background_assets(id),
            context {text} NOT NULL,
            number {integer} NOT NULL,
            PRIMARY KEY (background_asset_id, context)
        );
        CREATE TABLE rollouts (
            background_asset_id {text} NOT NULL REFERENCES background_assets(id),
            context {text} NOT NULL,
            number {integer} NOT NULL,
            previous {integer} NOT NULL,
            percentage {integer} NOT NULL,
            PRIMARY KEY (background_asset_id, context)
        );
        """)

    private static let uploads = Migration(
        "uploads",
        """
        CREATE TABLE upload_files (
            id {text} NOT NULL PRIMARY KEY,
            version_id {text} NOT NULL REFERENCES versions(id),
            asset_type {text} NOT NULL,
            file_name {text} NOT NULL,
            file_size {integer} NOT NULL,
            part_size {integer} NOT NULL,
            state {text} NOT NULL,
            problems {text} NOT NULL,
            object_key {text} NOT NULL,
            upload_id {text} NOT NULL,
            sha256 {text},
            created_at {integer} NOT NULL
        );
        CREATE INDEX upload_files_by_version ON upload_files(version_id);
        """)

    private static let jobs = Migration(
        "jobs",
        """
        CREATE TABLE jobs (
            id {text} NOT NULL PRIMARY KEY,
            kind {text} NOT NULL,
            subject {text} NOT NULL,
            attempts {integer} NOT NULL,
            due_at {integer} NOT NULL,
            leased_until {integer} NOT NULL,
            created_at {integer} NOT NULL,
            UNIQUE (kind, subject)
        );
        CREATE INDEX jobs_by_time ON jobs(due_at);
        """)

    private static let keys = Migration(
        "keys",
        """
        CREATE TABLE api_keys (
            id {text} NOT NULL PRIMARY KEY,
            kind {text} NOT NULL,
            name {text} NOT NULL,
            role {text} NOT NULL,
            app_ids {text},
            public_key {text} NOT NULL,
            created_at {integer} NOT NULL,
            revoked_at {integer}
        );
        CREATE TABLE settings (
            name {text} NOT NULL PRIMARY KEY,
            value {text} NOT NULL
        );
        """)

    private static let reviews = Migration(
        "reviews",
        """
        CREATE TABLE review_submissions (
            id {text} NOT NULL PRIMARY KEY,
            app_id {text} NOT NULL REFERENCES apps(id),
            platform {text},
            state {text} NOT NULL,
            submitted_at {integer},
            submitter_id {text},
            updater_id {text} NOT NULL,
            created_at {integer} NOT NULL
        );
        CREATE INDEX review_submissions_by_app ON review_submissions(app_id, created_at);
        CREATE TABLE review_items (
            id {text} NOT NULL PRIMARY KEY,
            submission_id {text} NOT NULL REFERENCES review_submissions(id),
            position {integer} NOT NULL,
            version_id {text} NOT NULL,
            background_asset_id {text} REFERENCES background_assets(id),
            state {text} NOT NULL
        );
        CREATE INDEX review_items_by_submission ON review_items(submission_id);
        CREATE TABLE beta_reviews (
            id {text} NOT NULL PRIMARY KEY,
            version_id {text} NOT NULL REFERENCES versions(id),
            app_id {text} NOT NULL REFERENCES apps(id),
            state {text} NOT NULL,
            submitted_at {integer} NOT NULL,
            submitter_id {text} NOT NULL
        );
        CREATE INDEX beta_reviews_by_version ON beta_reviews(version_id);
        """)

    private static let publications = Migration(
        "publications",
        """
        ALTER TABLE versions ADD COLUMN blocks_key {text};
        ALTER TABLE versions ADD COLUMN blocks_size {integer};
        ALTER TABLE versions ADD COLUMN blocks_sha256 {text};
        ALTER TABLE apps ADD COLUMN sequence {integer} NOT NULL DEFAULT 0;
        """)

    private static let rolloutStarts = Migration(
        "rollout-starts",
        """
        CREATE TABLE rollout_starts (
            background_asset_id {text} NOT NULL REFERENCES background_assets(id),
            context {text} NOT NULL,
            percentage {integer} NOT NULL,
            PRIMARY KEY (background_asset_id, context)
        );
        """)

    private static let rolloutSeries = Migration(
        "rollout-series",
        """
        ALTER TABLE rollouts ADD COLUMN series {integer};
        """)

    private static let requests = Migration(
        "repeatable-requests",
        """
        CREATE TABLE repeatable_requests (
            caller_id {text} NOT NULL,
            name {text} NOT NULL,
            digest {text} NOT NULL,
            begun_at {integer} NOT NULL,
            status {integer},
            body {text},
            PRIMARY KEY (caller_id, name)
        );
        CREATE INDEX repeatable_requests_by_time ON repeatable_requests(begun_at);
        """)

    private static let members = Migration(
        "members",
        """
        CREATE TABLE members (
            id {text} NOT NULL PRIMARY KEY,
            mail {text} NOT NULL UNIQUE,
            name {text} NOT NULL,
            role {text} NOT NULL,
            app_ids {text},
            gets_mail {integer} NOT NULL,
            created_at {integer} NOT NULL
        );
        CREATE TABLE mails (
            id {text} NOT NULL PRIMARY KEY,
            recipient {text} NOT NULL,
            subject {text} NOT NULL,
            body {text} NOT NULL,
            state {text} NOT NULL,
            created_at {integer} NOT NULL,
            sent_at {integer},
            error {text}
        );
        CREATE INDEX mails_by_time ON mails(created_at);
        """)

    private static let deviceTokens = Migration(
        "device-tokens",
        """
        ALTER TABLE apps ADD COLUMN is_private {integer} NOT NULL DEFAULT 0;
        CREATE TABLE device_tokens (
            id {text} NOT NULL PRIMARY KEY,
            app_id {text} NOT NULL REFERENCES apps(id),
            sha256 {text} NOT NULL UNIQUE,
            name {text} NOT NULL,
            created_at {integer} NOT NULL,
            expires_at {integer},
            revoked_at {integer}
        );
        CREATE INDEX device_tokens_by_app ON device_tokens(app_id);
        """)

    private static let webhooks = Migration(
        "webhooks",
        """
        CREATE TABLE webhooks (
            id {text} NOT NULL PRIMARY KEY,
            app_id {text} NOT NULL REFERENCES apps(id),
            name {text} NOT NULL,
            url {text} NOT NULL,
            secret {text} NOT NULL,
            enabled {integer} NOT NULL,
            event_types {text} NOT NULL,
            created_at {integer} NOT NULL
        );
        CREATE INDEX webhooks_by_app ON webhooks(app_id);
        CREATE TABLE webhook_events (
            id {text} NOT NULL PRIMARY KEY,
            kind {text} NOT NULL,
            instance_type {text},
            instance_id {text},
            old_state {text},
            new_state {text},
            created_at {integer} NOT NULL
        );
        CREATE INDEX webhook_events_by_time ON webhook_events(created_at);
        CREATE TABLE webhook_deliveries (
            id {text} NOT NULL PRIMARY KEY,
            webhook_id {text} NOT NULL REFERENCES webhooks(id),
            event_id {text} NOT NULL REFERENCES webhook_events(id),
            state {text} NOT NULL,
            redelivery {integer} NOT NULL,
            url {text} NOT NULL,
            created_at {integer} NOT NULL,
            sent_at {integer},
            status {integer},
            answer {text},
            error {text}
        );
        CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries(webhook_id, created_at);
        CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries(event_id);
        CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries(created_at);
        """)

    /// The submissions for the external test are of versions or of builds from now on.
    private static let builds = Migration(
        "builds",
        """
        CREATE TABLE builds (
            id {text} NOT NULL PRIMARY KEY,
            app_id {text} NOT NULL REFERENCES apps(id),
            file_name {text} NOT NULL,
            file_size {integer} NOT NULL,
            part_size {integer} NOT NULL,
            object_key {text} NOT NULL,
            upload_id {text} NOT NULL,
            state {text} NOT NULL,
            problems {text} NOT NULL,
            sha256 {text},
            version {text},
            build {text},
            architecture {text},
            installed_size {integer},
            created_at {integer} NOT NULL
        );
        CREATE INDEX builds_by_app ON builds(app_id, created_at);
        CREATE TABLE build_releases (
            build_id {text} NOT NULL REFERENCES builds(id),
            context {text} NOT NULL,
            state {text} NOT NULL,
            released_at {integer},
            PRIMARY KEY (build_id, context)
        );
        CREATE TABLE app_store_versions (
            id {text} NOT NULL PRIMARY KEY,
            app_id {text} NOT NULL REFERENCES apps(id),
            version_string {text} NOT NULL,
            platform {text},
            build_id {text} UNIQUE REFERENCES builds(id),
            created_at {integer} NOT NULL
        );
        CREATE INDEX app_store_versions_by_app ON app_store_versions(app_id, created_at);
        CREATE TABLE external_reviews (
            id {text} NOT NULL PRIMARY KEY,
            version_id {text} REFERENCES versions(id),
            build_id {text} REFERENCES builds(id),
            app_id {text} NOT NULL REFERENCES apps(id),
            state {text} NOT NULL,
            submitted_at {integer} NOT NULL,
            submitter_id {text} NOT NULL
        );
        INSERT INTO external_reviews (id, version_id, app_id, state, submitted_at, submitter_id)
            SELECT id, version_id, app_id, state, submitted_at, submitter_id FROM beta_reviews;
        DROP TABLE beta_reviews;
        ALTER TABLE external_reviews RENAME TO beta_reviews;
        CREATE INDEX beta_reviews_by_version ON beta_reviews(version_id);
        CREATE INDEX beta_reviews_by_build ON beta_reviews(build_id);
        """)

    private static let audit = Migration(
        "audit",
        """
        CREATE TABLE audit_entries (
            id {text} NOT NULL PRIMARY KEY,
            made_at {integer} NOT NULL,
            principal_kind {text} NOT NULL,
            principal_id {text} NOT NULL,
            action {text} NOT NULL,
            app_id {text},
            subject {text} NOT NULL,
            detail {text}
        );
        CREATE INDEX audit_entries_by_time ON audit_entries(made_at, id);
        CREATE INDEX audit_entries_by_app ON audit_entries(app_id, made_at, id);
        """)

    private static let reviewMessages = Migration(
        "review-messages",
        """
        ALTER TABLE beta_reviews ADD COLUMN message {text};
        ALTER TABLE review_items ADD COLUMN message {text};
        """)

    private static let buildDeclarations = Migration(
        "build-declarations",
        """
        ALTER TABLE builds ADD COLUMN expired_at {integer};
        ALTER TABLE builds ADD COLUMN uses_encryption {integer};
        """)

    private static let requestOutcomes = Migration(
        "request-outcomes",
        """
        ALTER TABLE repeatable_requests ADD COLUMN resource_id {text};
        """)

    private static let privatePacks = Migration(
        "private-packs",
        """
        ALTER TABLE background_assets ADD COLUMN is_private {integer} NOT NULL DEFAULT 0;
        """)

    private static let userInformation = Migration(
        "user-information",
        """
        ALTER TABLE versions ADD COLUMN user_info {text};
        """)
}
