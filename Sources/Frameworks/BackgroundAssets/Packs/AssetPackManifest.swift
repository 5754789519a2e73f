// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
public import Foundation
internal import ServiceClient

/// The asset packs of an app, as its host publishes them.
public struct AssetPackManifest: Sendable, CustomStringConvertible {
    /// What is needed to read a manifest, apart from its JSON.
    public struct DecodingConfiguration: Sendable, CustomStringConvertible {
        /// The group whose container gets packs that are downloaded by hand.
        public let appGroupID: String

        /// - Parameter appGroupID: the group whose container gets packs that are downloaded by hand.
        public init(appGroupID: String) { self.appGroupID = appGroupID }

        public var description: String { "DecodingConfiguration(appGroupID: \"\(appGroupID)\")" }
    }

    /// All packs.
    public let assetPacks: Set<AssetPack>
    /// The language that the app chose over the person's preferences; nil when it did not.
    public let resolvedLanguage: Locale.Language?

    private let manifest: DownloadManifest

    /// Reads a manifest from a file, as an extension gets it.
    ///
    /// - Parameters:
    ///   - url: a local JSON file.
    ///   - appGroupID: the group whose container gets packs that are downloaded by hand.
    /// - Throws: what reading the file throws; a `DecodingError` when it is no manifest.
    public init(contentsOf url: URL, appGroupID: String) throws {
        try self.init(from: Data(contentsOf: url), appGroupID: appGroupID)
    }

    /// Reads a manifest from its JSON.
    public init(from data: Data, appGroupID: String) throws {
        self = try JSONDecoder().decode(
            AssetPackManifest.self, from: data, configuration: DecodingConfiguration(appGroupID: appGroupID))
    }

    /// A manifest that was checked before.
    init(_ manifest: DownloadManifest, appGroupID: String?, resolvedLanguage: String?) {
        self.manifest = manifest
        assetPacks = Set(manifest.assetPacks.map { AssetPack($0, appGroupID: appGroupID) })
        self.resolvedLanguage = resolvedLanguage.map { Locale.Language(identifier: $0) }
    }

    /// The pack with this ID.
    public func assetPack(withID id: String) -> AssetPack? { assetPacks.first { $0.id == id } }

    /// Downloads of the packs, to be scheduled by the app itself.
    ///
    /// - Parameter contentRequest: the request that an extension answers; nil in the app.
    /// - Returns: downloads of all packs in the app; in an extension of those whose policy calls for one at this request.
    public func allDownloads(for contentRequest: BAContentRequest?) -> Set<BADownload> {
        let packs = assetPacks.filter { pack in
            guard let contentRequest else { return true }
            let types = pack.entry.downloadPolicy.eventTypes
            return contentRequest.eventType.map(types.contains) ?? !types.isEmpty
        }
        return Set(packs.map { $0.download(for: contentRequest) })
    }

    // MARK: Languages

    /// The app's primary language, which stands in for all others.
    public var primaryLanguage: Locale.Language? { manifest.primaryLanguage.map { Locale.Language(identifier: $0) } }

    /// The languages that there are localized packs for.
    public var availableLanguages: [Locale.Language] {
        Set(manifest.assetPacks.compactMap(\.language)).sorted().map { Locale.Language(identifier: $0) }
    }

    /// The localized packs that match the person's preferences best.
    public var localizedAssetPacks: Set<AssetPack> {
        let resolved = resolvedLanguage.map { [$0.minimalIdentifier] }
        return localizedAssetPacks(preferring: resolved ?? PreferredLanguages.current)
    }

    /// The localized packs that match a language best: theirs may be a regional sibling, or the primary one.
    public func localizedAssetPacks(for language: Locale.Language) -> Set<AssetPack> {
        localizedAssetPacks(preferring: [language.minimalIdentifier])
    }

    private func localizedAssetPacks(preferring languages: [String]) -> Set<AssetPack> {
        let selection = LanguageSelection(preferred: languages, primary: manifest.primaryLanguage)
        let ids = Set(selection.localizedEntries(of: manifest).map(\.id))
        return assetPacks.filter { ids.contains($0.id) }
    }

    public var description: String {
        "AssetPackManifest(assetPacks: [" + assetPacks.map(\.id).sorted().joined(separator: ", ") + "])"
    }
}

extension AssetPackManifest: Encodable, DecodableWithConfiguration {
    /// Reads a manifest in the form that `BAManifestURL` serves.
    public init(from decoder: any Decoder, configuration: DecodingConfiguration) throws {
        let manifest = try DownloadManifest(from: decoder)
        do { try manifest.validate() } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.description))
        }
        self.init(manifest, appGroupID: configuration.appGroupID, resolvedLanguage: nil)
    }

    /// Writes the manifest in that form.
    public func encode(to encoder: any Encoder) throws { try manifest.encode(to: encoder) }
}
