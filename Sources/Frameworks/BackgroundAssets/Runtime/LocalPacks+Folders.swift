// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles
internal import AssetPackModel
internal import Foundation
internal import Glibc
internal import ServiceClient
internal import ServiceInterface
internal import System
internal import SystemSupport

extension LocalPacks {
    private static let mergedName = "background-assets-folders"

    /// The folder with what all packs in `scope` have at `path`; nil when only one of them has a folder there.
    func mergedFolder(_ path: String, _ scope: Scope, in generation: Generation) throws -> URL? {
        let folders = try generation.folders(at: path, scope)
        guard folders.count > 1 else { return nil }
        return try merged(path, scope, folders, generation.namespace.generation)
    }

    /// The same when only the service can read the namespace.
    func mergedRemoteFolder(_ path: String, _ scope: Scope) throws -> URL? {
        let packs = try remote.packs().filter { pack in
            switch scope {
            case .all: true
            case .pack(let id): pack.id == id
            case .language(let language):
                pack.language.map { Locale.Language(identifier: $0).maximalIdentifier } == language.maximalIdentifier
            }
        }
        let folders = try packs.map(\.id).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .compactMap { try remote.file(at: path, .pack($0)) }.filter(\.isFolder).map(\.location)
        guard folders.count > 1 else { return nil }
        return try merged(path, scope, folders, nil)
    }

    private func merged(_ path: String, _ scope: Scope, _ folders: [String], _ generation: UInt64?) throws -> URL {
        let root = try expectedFolderPath()
        var request = MergedFolders.Request(path: path)
        if case .language(let language) = scope { request.language = language.maximalIdentifier }
        let origin = MergedFolders.Origin(generation: generation, folders: folders.map { root + "/" + $0 })
        do throws(SystemError) {
            let merged = try mergedFolders.path(for: request, of: origin) { mergedPlace }
            return URL(fileURLWithPath: merged, isDirectory: true)
        } catch {
            let information = [
                NSFilePathErrorKey: path,
                NSLocalizedDescriptionKey:
                    "The folder \"\(path)\" of \(folders.count) asset packs cannot be shown as one: \(error).",
            ]
            throw CocoaError(error.isOutOfSpace ? .fileWriteOutOfSpace : .fileReadUnknown, userInfo: information)
        }
    }

    /// Where this process makes its folders: in the caches of the app's group, where its extension may write too; else in
    /// the folder for temporary files.
    private var mergedPlace: String {
        if let root = identity.location?.root, let reply: AppsInterface.Hello.Reply = try? identity.reply(),
            let groupID = reply.appGroupID, IdentifierRule.allows(groupID)
        {
            let group = root + "/groups/" + groupID
            if FileStatus(path: group)?.kind == .folder { return group + "/Library/Caches/." + Self.mergedName }
        }
        return (NSTemporaryDirectory() as NSString).appendingPathComponent(Self.mergedName + "-\(getuid())")
    }
}

extension LocalPacks.Generation {
    /// The folders at `path` of the packs in `scope`, in the order of IDs, relative to the folder of all packs.
    fileprivate func folders(at path: String, _ scope: LocalPacks.Scope) throws(NamespaceError) -> [String] {
        let languages: [String]?
        switch scope {
        case .all: languages = nil
        case .pack: return []
        case .language(let language): languages = try tags(of: language)
        }
        var result: [String] = []
        for entry in try namespace.owners(of: path) where entry.isFolder {
            if let languages {
                guard let language = try namespace.language(ofPack: entry.packIndex), languages.contains(language)
                else { continue }
            }
            result.append(try namespace.filePath(of: entry, at: path))
        }
        return result
    }
}
