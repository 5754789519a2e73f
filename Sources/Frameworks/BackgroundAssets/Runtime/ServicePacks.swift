// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles
internal import AssetPackModel
internal import Foundation
internal import ServiceClient
internal import ServiceInterface

/// The local packs as the service tells of them: for a process whose service is newer than what it was built with, and
/// writes a namespace that it cannot read. Every method blocks while the service answers.
struct ServicePacks: Sendable {
    let identity: AppIdentity

    /// The packs of which a version is on this device.
    func packs() throws -> [NamespacePack] {
        try call(PacksInterface.List()).packs.compactMap { record in
            guard let version = record.localVersion else { return nil }
            let status = PackStatus(rawValue: record.status)
            var flags: NamespacePack.Flags = []
            if status.contains(.outOfDate) { flags.insert(.outOfDate) }
            if status.contains(.obsolete) { flags.insert(.obsolete) }
            return NamespacePack(
                id: record.id, version: version, language: record.language, flags: flags, size: record.localBytes)
        }
    }

    /// What a path stands for.
    func file(at path: String, _ scope: LocalPacks.Scope) throws -> ResolvedFile? {
        switch scope {
        case .all: return try call(PacksInterface.Resolve(path: path)).file
        case .pack(let id): return try call(PacksInterface.Resolve(path: path, packID: id)).file
        case .language(let language):
            let wanted = language.maximalIdentifier
            let tags = Set(try packs().compactMap(\.language))
                .filter { Locale.Language(identifier: $0).maximalIdentifier == wanted }.sorted()
            let files = try tags.compactMap { try call(PacksInterface.Resolve(path: path, language: $0)).file }
            return files.min { $0.packID.utf8.lexicographicallyPrecedes($1.packID.utf8) }
        }
    }

    private func call<Method: ServiceMethod>(_ method: Method) throws -> Method.Reply {
        do throws(ServiceClientError) { return try identity.service.callBlocking(method) } catch {
            throw ErrorTranslation.error(error)
        }
    }
}

extension ResolvedFile {
    var isFolder: Bool { mode & NamespaceMode.kindMask == NamespaceMode.folder }
}
