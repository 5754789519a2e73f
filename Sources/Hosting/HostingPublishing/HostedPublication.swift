// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HTTPTypes
internal import HostingDelivery
internal import HostingModel
internal import HostingStorage

/// What an app publishes in a context, in the form in which it is kept in memory: good for as long as the sequence of the app stays.
struct HostedPublication: Sendable {
    private struct Pack: Sendable {
        let id: String
        /// By number.
        let versions: [Int: PublishedPack]
        /// nil where all devices get the same.
        let releases: PackReleases?
    }

    let sequence: Int64
    let context: ReleaseContext
    let archived: [String]
    let appID: String
    /// Whether it is for devices with a token alone.
    let isPrivate: Bool
    /// The identifiers of packs that are for such devices, in an app that is for all.
    private let privatePacks: Set<String>
    private let primaryLanguage: String
    private let packs: [Pack]
    /// Those of which not all devices get the same, in the same order.
    private let varying: [Pack]

    /// - Throws: when what is published has no archive or was not processed, which is a fault of the host.
    init(_ state: PublicationState) throws(DeliveryProblem) {
        sequence = state.sequence
        context = state.context
        archived = state.archived
        appID = state.app.id
        isPrivate = state.app.isPrivate
        privatePacks = state.app.isPrivate ? [] : Set(state.privatePacks)
        primaryLanguage = state.app.primaryLocale
        var packs: [Pack] = []
        for pack in state.packs {
            var versions: [Int: PublishedPack] = [:]
            for version in pack.versions { versions[version.number] = try PublishedPack(version) }
            packs.append(Pack(id: pack.identifier, versions: versions, releases: pack.releases))
        }
        self.packs = packs
        varying = packs.filter { $0.releases != nil }
    }

    /// Bytes of memory, about.
    var cost: Int {
        packs.reduce(256 + (archived.count + privatePacks.count) * 64) {
            $0 + $1.versions.count * 512 + ($1.releases == nil ? 0 : 2_048)
        }
    }

    /// Which versions a device gets of the packs of which not all get the same: all devices of one class get one manifest.
    struct DeviceClass: Hashable, Sendable {
        fileprivate let numbers: [Int?]
        fileprivate let getsPrivate: Bool
    }

    /// - `device`: one that has shown its token, where `needsToken` says so.
    func deviceClass(of device: DeviceQuery) -> DeviceClass {
        DeviceClass(
            numbers: varying.map { pack in pack.releases.flatMap { number(of: pack, $0, for: device) } },
            getsPrivate: device.wantsPrivate || privatePacks.isEmpty)
    }

    /// Whether something is for devices with a token alone.
    func needsToken(_ target: DeliveryTarget, for device: DeviceQuery) -> Bool {
        if isPrivate { return true }
        if privatePacks.isEmpty { return false }
        switch target {
        case .manifest: return device.wantsPrivate
        case .asset(let name, _):
            // Of two that one address may mean, the archive comes first.
            if packs.contains(where: { $0.id == name }) { return privatePacks.contains(name) }
            return privatePacks.contains(name)
                || name.hasSuffix(PackPart.blocksSuffix)
                    && privatePacks.contains(String(name.dropLast(PackPart.blocksSuffix.count)))
        }
    }

    private func number(of pack: Pack, _ releases: PackReleases, for device: DeviceQuery) -> Int? {
        releases.version(for: device.identifier, appVersion: device.appVersion, in: context, of: pack.id)?.number
    }

    /// The version of a pack that a device gets; nil for none.
    func version(of packID: String, for device: DeviceQuery) -> Int? {
        guard let pack = packs.first(where: { $0.id == packID }) else { return nil }
        return pack.releases.map { number(of: pack, $0, for: device) } ?? pack.versions.keys.first
    }

    func publication(for deviceClass: DeviceClass) -> Publication {
        var numbers = deviceClass.numbers[...]
        let found = packs.compactMap { pack in
            let version =
                pack.releases == nil
                ? pack.versions.values.first : (numbers.popFirst() ?? nil).flatMap { pack.versions[$0] }
            return deviceClass.getsPrivate || !privatePacks.contains(pack.id) ? version : nil
        }
        var publication = Publication(
            packs: found, sequence: sequence,
            removed: deviceClass.getsPrivate ? archived : archived.filter { !privatePacks.contains($0) },
            primaryLanguage: primaryLanguage)
        publication.namesVersions = true
        return publication
    }
}

extension PublishedPack {
    fileprivate init(_ version: PublishedVersion) throws(DeliveryProblem) {
        guard let archive = version.archive else {
            throw StoredObject.missingArchive(of: version.number, version.packIdentifier)
        }
        guard let digest = Digest(hexadecimal: archive.sha256), let policy = version.downloadPolicy else {
            throw DeliveryProblem(
                .internalServerError,
                "version \(version.number) of \(version.packIdentifier) is published and was not processed",
                assetPack: version.packIdentifier)
        }
        let blocks = version.blocks.flatMap { blocks in
            Digest(hexadecimal: blocks.sha256).map { PublishedPack.Blocks(size: blocks.size, sha256: $0) }
        }
        self.init(
            id: version.packIdentifier, version: version.number, downloadSize: archive.size, sha256: digest,
            downloadPolicy: policy, platforms: Set(version.platforms), userInfo: version.userInfo,
            language: version.locale, installedSize: version.installedSize, blocks: blocks)
    }
}

extension StoredObject {
    /// - Throws: when what is published has no archive.
    static func archive(of summary: VersionSummary) throws(DeliveryProblem) -> StoredObject {
        guard let file = summary.files[.asset], let sha256 = file.sha256 else {
            throw missingArchive(of: summary.version.number, summary.pack.identifier)
        }
        return StoredObject(key: file.upload.key, size: file.size, sha256: sha256)
    }

    /// A fault of the host.
    static func missingArchive(of version: Int, _ packIdentifier: String) -> DeliveryProblem {
        DeliveryProblem(
            .internalServerError, "version \(version) of \(packIdentifier) is published without its archive",
            assetPack: packIdentifier)
    }
}
