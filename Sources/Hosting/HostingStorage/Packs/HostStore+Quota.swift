// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

// How much room an app has, and has used (hosting-api 6).
extension HostStore {
    /// nil for no app.
    static func quota(ofApp id: String, in connection: any SQLConnection) throws(StorageError) -> Quota? {
        try connection.row("SELECT quota_bytes FROM apps WHERE id = \(id)").map { (row) throws(StorageError) in
            Quota(limit: try row.integer("quota_bytes"))
        }
    }

    /// Bytes that count, of all packs of an app.
    static func usedBytes(ofApp id: String, in connection: any SQLConnection) throws(StorageError) -> Int64 {
        sum(try usedBytesByPack(ofApp: id, in: connection))
    }

    /// It is asked when an archive is announced, and when it has come: others may have come since.
    ///
    /// - Throws: `quotaExceeded` when an archive of this size would be too much, beside those that are processed and those that are
    ///   just being.
    static func checkQuota(
        for size: Int64, of pack: HostedPack, in connection: any SQLConnection
    ) throws(StorageError) {
        guard let quota = try quota(ofApp: pack.appID, in: connection) else { return }
        // Of each pack its largest version counts.
        let used = try usedBytesByPack(ofApp: pack.appID, in: connection)
            .merging(try arrivedBytesByPack(ofApp: pack.appID, in: connection), uniquingKeysWith: max)
            .merging([pack.id: size], uniquingKeysWith: max)
        guard !quota.isExceeded(by: sum(used)) else {
            throw .refused(.quotaExceeded(limit: quota.limit, needed: sum(used)))
        }
    }

    /// More than there are numbers for is as much as there are.
    private static func sum(_ bytes: [String: Int64]) -> Int64 {
        bytes.values.reduce(0) { total, own in
            let (sum, overflows) = total.addingReportingOverflow(own)
            return overflows ? .max : sum
        }
    }

    /// What has been processed, of each pack that is not archived.
    private static func usedBytesByPack(
        ofApp id: String, in connection: any SQLConnection
    ) throws(StorageError) -> [String: Int64] {
        var packs: [HostedPack] = []
        let rows = try connection.rows(
            "SELECT * FROM background_assets WHERE app_id = \(id) AND archived_at IS NULL")
        for row in rows { packs.append(try HostedPack(row)) }
        var bytes: [String: Int64] = [:]
        for summary in try PackSummary.summaries(of: packs, in: connection) {
            bytes[summary.pack.id] = summary.usedBytes
        }
        return bytes
    }

    /// The largest archive of each pack that waits to be processed.
    private static func arrivedBytesByPack(
        ofApp id: String, in connection: any SQLConnection
    ) throws(StorageError) -> [String: Int64] {
        var bytes: [String: Int64] = [:]
        let rows = try connection.rows(
            """
            SELECT v.background_asset_id, MAX(f.file_size) AS bytes FROM background_assets b
            JOIN versions v ON v.background_asset_id = b.id AND v.state = \(VersionState.processing.rawValue)
            JOIN upload_files f ON f.version_id = v.id AND f.asset_type = \(UploadAssetType.asset.rawValue)
                AND f.state <> \(UploadFileState.failed.rawValue)
            WHERE b.app_id = \(id) AND b.archived_at IS NULL GROUP BY v.background_asset_id
            """)
        for row in rows { bytes[try row.text("background_asset_id")] = try row.integer("bytes") }
        return bytes
    }
}
