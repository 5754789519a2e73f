// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackArchives
internal import AssetPackFiles
package import AssetPackModel
internal import ToolSupport

/// Works out the next state of a download manifest. It reads and writes no files.
///
/// An archive that did not change keeps its version; one that did gets the next, or the one that was asked for when
/// that is higher. No pack goes without being named.
package struct ManifestPublication: Sendable {
    /// Whether the archives are all packs there are, or those that changed.
    package enum Mode: Sendable { case create, update }

    /// What became of a pack.
    package struct Change: Equatable, Sendable {
        package enum Kind: String, Encodable, Sendable { case added, updated, unchanged, readdressed, removed, kept }
        package let id: String
        package let kind: Kind
        package let version: Int?
    }

    package struct Outcome: Sendable {
        package let document: DownloadManifestDocument
        package let record: DigestRecord
        /// One a pack, sorted by ID.
        package let changes: [Change]
        package let warnings: [String]
        /// Whether the manifest says what the one before said.
        package let isUnchanged: Bool
    }

    private let mode: Mode
    private let platform: Platform
    private let address: DownloadAddress?
    private let primaryLanguage: String?
    private let existing: DownloadManifestDocument?
    private var document: DownloadManifestDocument
    private var record: DigestRecord
    private var removed: [String]
    private var changes: [String: Change] = [:]
    private var warnings: [String] = []

    /// - Parameters:
    ///   - mode: what the archives stand for.
    ///   - platform: the platform of the manifest.
    ///   - path: the manifest's path, for messages.
    ///   - address: where packs are fetched from; nil only when no archive is given.
    ///   - primaryLanguage: the app's primary language (Linux); nil keeps what is there.
    ///   - existing: the manifest that is published now, if any.
    ///   - record: the digests behind it (Apple platforms).
    /// - Throws: `PackagingError.publication` when the manifest that is there is for something else.
    package init(
        mode: Mode, platform: Platform, path: String, address: DownloadAddress?, primaryLanguage: String? = nil,
        existing: DownloadManifestDocument?, record: DigestRecord = DigestRecord()
    ) throws(PackagingError) {
        self.mode = mode
        self.platform = platform
        self.address = address
        self.primaryLanguage = primaryLanguage
        self.existing = existing
        self.record = record
        document = existing ?? DownloadManifestDocument(path: path)
        removed = existing?.removed ?? []
        if let existing { try checkForm(existing) }
    }

    /// Works it out.
    ///
    /// - Parameters:
    ///   - archives: the packs that are published.
    ///   - versions: their versions, one each; empty for the next ones.
    ///   - removing: the IDs of packs that are taken back.
    /// - Returns: the next manifest, and what became of each pack.
    /// - Throws: `PackagingError.publication` when the parts do not fit together.
    package consuming func publish(
        _ archives: [PublishedArchive], versions: [Int] = [], removing: [String] = []
    ) throws(PackagingError) -> Outcome {
        try check(archives, versions, removing)
        // Also those that another tool has published, whose archives were never seen here.
        if platform != .linux { for entry in document.entries { record.note(version: entry.version, of: entry.id) } }
        try remove(removing)
        for (index, archive) in archives.enumerated() {
            try publish(archive, version: versions.isEmpty ? nil : versions[index])
        }
        try checkNoneVanishes(archives)
        if mode == .create, existing != nil {
            // The order of the command line is the order of the manifest.
            let order = archives.map(\.manifest.assetPackID)
            document.entries.sort { (order.firstIndex(of: $0.id) ?? 0) < (order.firstIndex(of: $1.id) ?? 0) }
        }
        for entry in document.entries where changes[entry.id] == nil {
            changes[entry.id] = Change(id: entry.id, kind: .kept, version: entry.version)
        }
        let isUnchanged = finishTopLevel()
        return Outcome(
            document: document, record: record, changes: changes.values.sorted { $0.id < $1.id }, warnings: warnings,
            isUnchanged: isUnchanged)
    }

    // MARK: Checks

    private func checkForm(_ existing: DownloadManifestDocument) throws(PackagingError) {
        if platform != .linux {
            guard !existing.isLinuxForm else {
                throw .usage(
                    "\(existing.path) is a manifest for Linux; give --linux, or another file for \(platform.rawValue)")
            }
            return
        }
        guard existing.isLinuxForm || existing.entries.isEmpty else {
            throw .usage(
                "\(existing.path) has Apple's form; give that platform's flag, or another file for Linux")
        }
        if case .string(let name)? = existing.members["platform"], name.lowercased() != platform.parameter {
            throw .publication("\(existing.path) is a manifest for \(name), not for \(platform.parameter)")
        }
        if let version = existing.members["formatVersion"],
            version != .integer(Int64(DownloadManifest.currentFormatVersion))
        {
            throw .publication("\(existing.path) has a format version that this tool does not know; update the tool")
        }
    }

    private func check(
        _ archives: [PublishedArchive], _ versions: [Int], _ removing: [String]
    ) throws(PackagingError) {
        guard versions.isEmpty || versions.count == archives.count else {
            throw .usage(
                "\(Quantity.count(versions.count, "version")) given for \(Quantity.count(archives.count, "archive")); give one each, in their order"
            )
        }
        if let version = versions.first(where: { $0 < 0 }) {
            throw .usage("the version \(version) is negative; versions are whole numbers from 0")
        }
        var paths: [String: String] = [:]
        for archive in archives {
            let id = archive.manifest.assetPackID
            if let problem = PackIDRule.problem(with: id) {
                throw .publication(
                    "the pack of \(archive.path) cannot be published: its ID \(problem); package it under another ID")
            }
            if let other = paths.updateValue(archive.path, forKey: id) {
                throw .usage("\(other) and \(archive.path) are both the pack \(id); give one of them")
            }
            guard archive.manifest.supports(platform) else {
                throw .publication(
                    "the pack \(id) (\(archive.path)) is for \(archive.manifest.platforms.joined(separator: ", ")) and "
                        + "not for \(platform.rawValue); add it to \"platforms\" in the packaging manifest, or leave "
                        + "the pack out")
            }
            if removing.contains(id) {
                throw .usage("the pack \(id) is given and removed at once; drop --remove \(id) or the archive")
            }
        }
    }

    private func checkNoneVanishes(_ archives: [PublishedArchive]) throws(PackagingError) {
        guard mode == .create else { return }
        let given = Set(archives.map(\.manifest.assetPackID))
        let vanishing = document.entries.map(\.id).filter { !given.contains($0) }
        guard vanishing.isEmpty else {
            throw .usage(
                "\(document.path) lists \(vanishing.joined(separator: ", ")) now, and would no longer: devices would "
                    + "remove it. Give the archive too, or say so with "
                    + vanishing.map { "--remove \($0)" }.joined(separator: " "))
        }
    }

    // MARK: Changes

    private mutating func remove(_ ids: [String]) throws(PackagingError) {
        for id in ids {
            guard let index = document.entries.firstIndex(where: { $0.id == id }) else {
                // Removing again what was removed changes nothing.
                if removed.contains(id) { continue }
                let hint = SpellingSuggestion.hint(for: id, among: document.entries.map(\.id))
                throw .usage("\(document.path) lists no pack \(id) that could be removed\(hint)")
            }
            document.entries.remove(at: index)
            if !removed.contains(id) { removed.append(id) }
            changes[id] = Change(id: id, kind: .removed, version: nil)
        }
    }

    private mutating func publish(_ archive: PublishedArchive, version: Int?) throws(PackagingError) {
        guard let address else { throw .usage("give --download-base-url: where devices fetch the packs from") }
        let id = archive.manifest.assetPackID
        guard let index = document.entries.firstIndex(where: { $0.id == id }) else {
            if removed.contains(id), version == nil {
                throw .usage(
                    "the pack \(id) was taken back before; give the version it comes back with "
                        + "(--asset-pack-versions), higher than any that devices may still have")
            }
            let entry = self.entry(
                archive, version: try firstVersion(of: archive, asked: version), address: address)
            document.entries.append(entry)
            removed.removeAll { $0 == id }
            record.set(archive.digest, of: id, version: entry.version)
            changes[id] = Change(id: id, kind: .added, version: entry.version)
            return
        }
        let old = document.entries[index]
        let isSame = isUnchanged(archive, old)
        let newVersion = try nextVersion(of: old, isSame: isSame, asked: version)
        var new = entry(archive, version: newVersion, address: address)
        // Keys of others stay where the pack is the same.
        if isSame { new.members = old.members.merging(new.members) { $1 } }
        document.entries[index] = new
        record.set(archive.digest, of: id, version: newVersion)
        let kind: Change.Kind =
            newVersion != old.version ? .updated : new.members == old.members ? .unchanged : .readdressed
        changes[id] = Change(id: id, kind: kind, version: newVersion)
    }

    /// The version of a pack that the manifest does not list: 0, unless it did once, as the record of an Apple platform says.
    private func firstVersion(of archive: PublishedArchive, asked: Int?) throws(PackagingError) -> Int {
        let id = archive.manifest.assetPackID
        guard platform != .linux, let newest = record.newestVersion(of: id) else { return asked ?? 0 }
        let isSame = record.digest(of: id, version: newest) == archive.digest
        if let asked {
            guard asked > newest || (asked == newest && isSame) else {
                throw .usage(
                    "the pack \(id) was taken back at version \(newest); versions only rise, give \(newest &+ 1) or more, or none"
                )
            }
            return asked
        }
        if isSame { return newest }
        let (next, overflow) = newest.addingReportingOverflow(1)
        guard !overflow else { throw .publication("the pack \(id) has had the highest version there is") }
        return next
    }

    private func nextVersion(
        of old: DownloadManifestDocument.Entry, isSame: Bool, asked: Int?
    ) throws(PackagingError) -> Int {
        // Another tool may have begun anew below what devices have.
        let newest = platform == .linux ? old.version : max(old.version, record.newestVersion(of: old.id) ?? 0)
        if let asked {
            guard asked > newest || (asked == old.version && isSame) else {
                let reason =
                    asked == old.version
                    ? "has changed and is published as version \(asked) already" : "is at version \(newest)"
                throw .usage(
                    "the pack \(old.id) \(reason); versions only rise, give \(newest &+ 1) or more, or none")
            }
            return asked
        }
        if isSame { return old.version }
        let (next, overflow) = newest.addingReportingOverflow(1)
        guard !overflow else { throw .publication("the pack \(old.id) has the highest version there is") }
        return next
    }

    private mutating func isUnchanged(_ archive: PublishedArchive, _ old: DownloadManifestDocument.Entry) -> Bool {
        if platform == .linux { return old.members["sha256"] == .string(archive.digest.description) }
        if let digest = record.digest(of: old.id, version: old.version) { return digest == archive.digest }
        let isSame =
            old.members["downloadSize"] == .integer(archive.size)
            && old.members["downloadPolicy"] == archive.manifest.downloadPolicy.json
            && old.members["userInfo"] == archive.manifest.userInfo
        if isSame {
            warnings.append(
                "the pack \(old.id) keeps its version, since its size, policy and user info are the same; the digest "
                    + "of version \(old.version) is not on record, so give the next with --asset-pack-versions if it "
                    + "changed")
        }
        return isSame
    }

    private mutating func entry(
        _ archive: PublishedArchive, version: Int, address: DownloadAddress
    ) -> DownloadManifestDocument.Entry {
        let manifest = archive.manifest
        let id = manifest.assetPackID
        if platform != .linux, manifest.language != nil {
            warnings.append("the language of the pack \(id) is left out: Apple's manifest has no known key for it")
        }
        let entry = DownloadManifestEntry(
            id: id, url: address.archive(id), version: version, downloadSize: archive.size,
            downloadPolicy: manifest.downloadPolicy, userInfo: manifest.userInfo, sha256: archive.digest,
            blocks: archive.blocks.map {
                .init(
                    url: address.blocks(id), size: Int64($0.bytes.count), sha256: SHA256Digest.of($0.bytes))
            }, installedSize: archive.blocks.map { Int64(clamping: $0.installedSize) }, language: manifest.language)
        guard case .object(let members) = entry.json(for: platform) else { return .init(id: id, members: [:]) }
        return .init(id: id, members: members)
    }

    /// Sets the keys of the Linux form. Returns whether nothing has changed.
    private mutating func finishTopLevel() -> Bool {
        guard platform == .linux else { return existing.map { $0.text == document.text } ?? false }
        document.members["formatVersion"] = .integer(Int64(DownloadManifest.currentFormatVersion))
        document.members["platform"] = .string(platform.parameter)
        document.members["removed"] = .array(removed.sorted().map(JSONValue.string))
        document.members["sequence"] = .integer(existing?.sequence ?? 0)
        if let primaryLanguage { document.members["primaryLanguage"] = .string(primaryLanguage) }
        if let existing, existing.text == document.text { return true }
        document.members["sequence"] = .integer((existing?.sequence ?? 0) &+ 1)
        return false
    }
}
