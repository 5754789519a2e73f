// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import ServiceInterface
internal import TransferEngine

/// What an app that has not been launched yet may still fetch: BAInitialDownloadRestrictions, less what it has fetched and
/// what is queued. Essential downloads, with the manifest, and all others have an allowance each.
struct InitialLimits: Sendable {
    private struct Allowance: Sendable {
        let limit: Int64
        /// Bytes of downloads that have ended.
        var used: Int64
        /// Declared sizes of downloads that are queued.
        var queued: Int64 = 0
        let meter: AllowanceMeter

        init?(_ limit: Int64?, used: Int64) {
            guard let limit else { return nil }
            self.limit = limit
            self.used = used
            meter = AllowanceMeter(remaining: limit.saturatingSubtracting(used))
        }

        /// Bytes that are left by all that is queued.
        var left: Int64 { max(limit.saturatingSubtracting(used).saturatingSubtracting(queued), 0) }
    }

    /// What is on record of it.
    let record: StoredInitialDownloads
    let domains: DomainAllowList?
    private var essential: Allowance?
    private var other: Allowance?

    init(_ record: StoredInitialDownloads) {
        self.record = record
        domains = record.domainAllowList.map(DomainAllowList.init)
        essential = Allowance(record.essentialDownloadAllowance, used: record.usedEssentialBytes)
        other = Allowance(record.downloadAllowance, used: record.usedBytes)
    }

    /// What the transfers of a kind share; nil when nothing bounds them.
    func meter(isEssential: Bool) -> AllowanceMeter? { isEssential ? essential?.meter : other?.meter }

    /// What a manifest may have, which counts as essential: none of what is promised to downloads that are queued.
    var manifestMeter: AllowanceMeter? { essential.map { AllowanceMeter(remaining: $0.left, of: $0.meter) } }

    /// Bytes of a kind that may still be scheduled; nil when nothing bounds them.
    func remaining(isEssential: Bool) -> Int64? {
        guard let allowance = isEssential ? essential : other else { return nil }
        // One that declares no size, or too small a one, shows in what has come.
        return allowance.meter.remaining.map { min($0, allowance.left) }
    }

    /// A download is queued.
    ///
    /// - `completedBytes`: what has come of it already.
    mutating func add(_ file: FileDownload, completedBytes: Int64 = 0) {
        change(file) { allowance in
            allowance.queued = allowance.queued.saturatingAdding(file.fileSize)
            _ = allowance.meter.take(completedBytes)
        }
    }

    /// A download is queued no more, and has brought these bytes.
    mutating func remove(_ file: FileDownload, completedBytes: Int64) {
        change(file) { allowance in
            allowance.queued = allowance.queued.saturatingSubtracting(file.fileSize)
            allowance.used = allowance.used.saturatingAdding(completedBytes)
        }
    }

    /// A download that is queued counts as one of the other kind from now on.
    mutating func release(_ file: FileDownload, completedBytes: Int64) {
        change(file) { allowance in
            allowance.queued = allowance.queued.saturatingSubtracting(file.fileSize)
            allowance.meter.giveBack(completedBytes)
        }
    }

    /// A manifest has come.
    mutating func addManifest(bytes: Int64) {
        guard let essential else { return }
        self.essential?.used = essential.used.saturatingAdding(bytes)
    }

    /// - Throws: `allowanceExceeded` for a download that is larger than what is left by all that is queued.
    func check(_ file: FileDownload) throws(ServiceError) {
        guard let allowance = file.essential ? essential : other else { return }
        let left = allowance.left
        guard file.fileSize > left else { return }
        throw ServiceError(
            .allowanceExceeded,
            "the download \(file.identifier.debugDescription) has \(file.fileSize) bytes, and \(left) are left of the "
                + "\(allowance.limit) that \(record.bundleID) may fetch before its first launch "
                + "(\(file.essential ? "BAEssentialDownloadAllowance" : "BADownloadAllowance"))",
            subject: file.identifier)
    }

    /// Bounds nothing any more, transfers under way included.
    func lift() {
        essential?.meter.lift()
        other?.meter.lift()
    }

    private mutating func change(_ file: FileDownload, _ body: (inout Allowance) -> Void) {
        guard var allowance = file.essential ? essential : other else { return }
        body(&allowance)
        if file.essential { essential = allowance } else { other = allowance }
    }
}
