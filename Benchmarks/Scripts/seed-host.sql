-- This file is part of swift-background-assets.
-- Copyright (c) 2026 the swift-background-assets authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Makes apps with packs in the database of a host in which one pack was uploaded, each after that one:
-- psql -v apps=5000 -v packs=200 -f seed-host.sql

-- What refers to what is right by itself.
SET session_replication_role = replica;
BEGIN;
CREATE TEMPORARY TABLE first AS
    SELECT v.id AS version_id, p.id AS pack_id, p.app_id FROM versions v JOIN background_assets p ON p.id = v.background_asset_id;

INSERT INTO apps (id, bundle_id, name, sku, primary_locale, review_policy, quota_bytes, created_at, sequence)
    SELECT (2000000000 + n)::text, 'com.example.seed-' || n, 'Seed ' || n, 'seed-' || n, a.primary_locale, a.review_policy,
        a.quota_bytes, a.created_at, 1
    FROM generate_series(0, :apps - 1) n, apps a JOIN first ON first.app_id = a.id;

CREATE TEMPORARY TABLE numbers AS
    SELECT n, (2000000000 + n / :packs)::text AS app_id, md5('pack' || n)::uuid::text AS pack_id,
        md5('version' || n)::uuid::text AS version_id
    FROM generate_series(0, :apps * :packs - 1) n;

INSERT INTO background_assets (id, app_id, identifier, archived_at, created_at)
    SELECT numbers.pack_id, numbers.app_id, 'Pack-' || n, NULL, p.created_at
    FROM numbers, background_assets p JOIN first ON first.pack_id = p.id;

INSERT INTO versions (id, background_asset_id, number, state, details, platforms, locale, download_policy, installed_size,
        listing_key, blocks_key, blocks_size, blocks_sha256, archive_key, archive_size, archive_sha256, created_at)
    SELECT numbers.version_id, numbers.pack_id, 1, v.state, v.details, v.platforms, v.locale, v.download_policy, v.installed_size,
        v.listing_key, v.blocks_key, v.blocks_size, v.blocks_sha256, v.archive_key, v.archive_size, v.archive_sha256, v.created_at
    FROM numbers, versions v JOIN first ON first.version_id = v.id;

INSERT INTO releases (id, version_id, context, state, changed_at, app_id)
    SELECT md5(r.context || n)::uuid::text, numbers.version_id, r.context, r.state, r.changed_at, numbers.app_id
    FROM numbers, releases r JOIN first ON first.version_id = r.version_id;

INSERT INTO upload_files (id, version_id, asset_type, file_name, file_size, part_size, state, problems, object_key, upload_id,
        sha256, created_at)
    SELECT md5('file' || n)::uuid::text, numbers.version_id, f.asset_type, f.file_name, f.file_size, f.part_size, f.state,
        f.problems, f.object_key, f.upload_id, f.sha256, f.created_at
    FROM numbers, upload_files f JOIN first ON first.version_id = f.version_id;
COMMIT;
-- What PostgreSQL does by itself within the next minutes, and would do while it is measured.
VACUUM (ANALYZE);
CHECKPOINT;
