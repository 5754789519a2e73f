// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import System

extension AssetPackManager {
    /// The bytes of a file.
    ///
    /// - Parameters:
    ///   - path: relative, as packs have it. When several packs have it, the one whose ID sorts first wins.
    ///   - assetPackID: the only pack to search; nil for all.
    ///   - options: files are mapped unless this says otherwise. They never change under a mapping.
    /// - Returns: the whole file.
    /// - Throws: ``ManagedBackgroundAssetsError``; a `CocoaError` for a path that is absolute or leaves the packs, and
    ///   when reading fails.
    public nonisolated func contents(
        at path: FilePath, searchingInAssetPackWithID assetPackID: String? = nil,
        options: Data.ReadingOptions = .mappedIfSafe
    ) throws -> Data {
        try packs.contents(at: path, scope(assetPackID), options)
    }

    /// A descriptor of a file, for reading; the caller closes it.
    ///
    /// - Parameters:
    ///   - path: relative, as packs have it. When several packs have it, the one whose ID sorts first wins.
    ///   - assetPackID: the only pack to search; nil for all.
    /// - Returns: a descriptor at the file's beginning.
    /// - Throws: as ``contents(at:searchingInAssetPackWithID:options:)`` does.
    public nonisolated func descriptor(
        for path: FilePath, searchingInAssetPackWithID assetPackID: String? = nil
    ) throws -> FileDescriptor {
        try packs.descriptor(for: path, scope(assetPackID))
    }

    /// Where a file or folder lies at the moment. It may be gone as soon as the process ends: keep the path of the asset,
    /// not this.
    ///
    /// A folder that several packs have is shown with the files of all of them, as symbolic links; it is made for this
    /// process, and goes with it. That takes a while for a large one: do not call this on the main thread.
    ///
    /// - Parameter path: relative, as packs have it. When several packs have it, the one whose ID sorts first wins.
    /// - Returns: a URL also when no pack has the path; nothing is there then.
    /// - Throws: a `CocoaError` for a path that is absolute or leaves the packs.
    public nonisolated func url(for path: FilePath) throws -> URL { try packs.url(for: path, .all) }

    // MARK: Localized packs

    /// The bytes of a file of a localized pack.
    ///
    /// - Parameters:
    ///   - path: relative, as packs have it.
    ///   - language: the pack's language, or one that is the same by its likely subtags, as `en` and `en-US` are.
    ///   - options: files are mapped unless this says otherwise.
    /// - Returns: the whole file.
    /// - Throws: as ``contents(at:searchingInAssetPackWithID:options:)`` does.
    public nonisolated func contents(
        at path: FilePath, asLocalizedFor language: Locale.Language, options: Data.ReadingOptions = .mappedIfSafe
    ) throws -> Data {
        try packs.contents(at: path, .language(language), options)
    }

    /// A descriptor of a file of a localized pack, for reading; the caller closes it.
    public nonisolated func descriptor(
        for path: FilePath, asLocalizedFor language: Locale.Language
    ) throws -> FileDescriptor {
        try packs.descriptor(for: path, .language(language))
    }

    /// Where a file or folder of a localized pack lies at the moment, as ``url(for:)`` has it.
    public nonisolated func url(for path: FilePath, asLocalizedFor language: Locale.Language) throws -> URL {
        try packs.url(for: path, .language(language))
    }

    private nonisolated func scope(_ assetPackID: String?) -> LocalPacks.Scope {
        assetPackID.map { .pack($0) } ?? .all
    }
}
