// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles
internal import AssetPackModel
internal import Foundation
internal import ServiceClient
internal import ServiceInterface
internal import Synchronization
internal import SystemSupport

/// The asset packs of this app that are on this device, as this process reads them: without asking the service.
///
/// The first use pins a generation of the namespace, and everything is read from it until the process makes a call that
/// changes packs. What it lacks is looked up in the newest generation, which is pinned from then on if it has it.
///
/// A namespace that a newer service wrote in a form which this process does not know is not read: the service is asked.
final class LocalPacks: Sendable {
    /// A pinned generation, and the folder that it speaks of.
    final class Generation: Sendable {
        let folder: Directory
        let namespace: Namespace
        /// Tags of the namespace's languages, by the language that they are equivalent to.
        private let equivalents = Mutex<[String: [String]]>([:])

        init(folder: consuming Directory) throws(NamespaceError) {
            namespace = try Namespace(in: folder)
            self.folder = folder
        }

        /// Where an entry is found.
        func lookup(_ path: String, _ scope: Scope) throws(NamespaceError) -> NamespaceEntry? {
            switch scope {
            case .all:
                return try namespace.lookup(path)
            case .pack(let id):
                return try namespace.lookup(path, packID: id)
            case .language(let language):
                var best: NamespaceEntry?
                for tag in try tags(of: language) {
                    guard let entry = try namespace.lookup(path, language: tag) else { continue }
                    if best.map({ entry.packIndex < $0.packIndex }) ?? true { best = entry }
                }
                return best
            }
        }

        /// The languages of local packs that are the same as `language` by CLDR's likely subtags: `en` is `en-US` and
        /// `en-Latn-US`, and not `en-CA`.
        func tags(of language: Locale.Language) throws(NamespaceError) -> [String] {
            let wanted = language.maximalIdentifier
            if let known = equivalents.withLock({ $0[wanted] }) { return known }
            let tags = Set(try namespace.packs().compactMap(\.language))
                .filter { Locale.Language(identifier: $0).maximalIdentifier == wanted }.sorted()
            equivalents.withLock { $0[wanted] = tags }
            return tags
        }
    }

    /// Which packs are searched.
    enum Scope: Sendable {
        case all
        case pack(String)
        case language(Locale.Language)
    }

    let identity: AppIdentity
    /// Asked for what cannot be read here.
    let remote: ServicePacks
    let mergedFolders = MergedFolders()
    private let pinned = Mutex<Generation?>(nil)

    init(identity: AppIdentity) {
        self.identity = identity
        remote = ServicePacks(identity: identity)
    }

    /// The pinned generation; pins the newest when there is none. nil when the app has no local packs.
    func current() throws -> Generation? {
        if let pinned = pinned.withLock({ $0 }) { return pinned }
        return try pinNewest()
    }

    /// Pins the newest generation. nil when the app has no local packs.
    private func pinNewest() throws -> Generation? {
        let newest = try newest()
        pin(newest)
        return newest
    }

    /// Pins a generation, unless another thread has pinned a newer one meanwhile.
    private func pin(_ generation: Generation?) {
        pinned.withLock { pinned in
            if let other = pinned, other !== generation, other.namespace.isNewest(in: other.folder) { return }
            pinned = generation
        }
    }

    /// Pins the newest generation, after a call that changed packs.
    func adoptNewest() throws {
        do { _ = try pinNewest() } catch NamespaceError.unknownMajorVersion {
            pinned.withLock { $0 = nil }
        } catch let error as NamespaceError { throw Self.failure(error) }
    }

    /// The newest generation, which is the pinned one as long as that is.
    func newest() throws -> Generation? {
        if let pinned = pinned.withLock({ $0 }), pinned.namespace.isNewest(in: pinned.folder) { return pinned }
        return try open(expectedFolderPath())
    }

    /// What a path stands for, and in which generation.
    ///
    /// - Throws: `NamespaceError.unknownMajorVersion` when the service has to be asked.
    func find(_ path: String, _ scope: Scope) throws -> (Generation, NamespaceEntry)? {
        do {
            let current = try current()
            if let current, let entry = try current.lookup(path, scope) { return (current, entry) }
            guard let newest = try newest(), newest !== current, let entry = try newest.lookup(path, scope) else {
                return nil
            }
            pin(newest)
            return (newest, entry)
        } catch NamespaceError.unknownMajorVersion(let version, let file) {
            throw NamespaceError.unknownMajorVersion(version, file: file)
        } catch let error as NamespaceError { throw Self.failure(error) }
    }

    /// The local version of a pack: in the pinned generation, else in the newest.
    func pack(withID id: String) throws -> NamespacePack? {
        do {
            let current = try current()
            if let pack = try current?.namespace.pack(withID: id) { return pack }
            guard let newest = try newest(), newest !== current, let pack = try newest.namespace.pack(withID: id) else {
                return nil
            }
            pin(newest)
            return pack
        } catch NamespaceError.unknownMajorVersion {
            return try remote.packs().first { $0.id == id }
        } catch let error as NamespaceError { throw Self.failure(error) }
    }

    /// The local version of a pack in the newest generation, which is pinned then.
    func newestPack(withID id: String) throws -> NamespacePack? {
        do {
            guard let newest = try newest(), let pack = try newest.namespace.pack(withID: id) else { return nil }
            pin(newest)
            return pack
        } catch NamespaceError.unknownMajorVersion {
            return try remote.packs().first { $0.id == id }
        } catch let error as NamespaceError { throw Self.failure(error) }
    }

    /// All local packs in the newest generation. Pins nothing.
    func newestPacks() throws -> [NamespacePack] {
        do { return try newest()?.namespace.packs() ?? [] } catch NamespaceError.unknownMajorVersion {
            return try remote.packs()
        } catch let error as NamespaceError { throw Self.failure(error) }
    }

    /// Where the packs of this app lie, or would.
    func expectedFolderPath() throws -> String {
        do throws(ServiceClientError) {
            let bundleID = try identity.bundleID()
            let root = try identity.place.get().root
            guard IdentifierRule.allows(bundleID) else {
                throw .service(ServiceError(.notAttributed, "the service answered an invalid bundle \"\(bundleID)\""))
            }
            return root + "/packs/" + bundleID
        } catch { throw ErrorTranslation.error(error) }
    }

    private func open(_ path: String) throws -> Generation? {
        guard let status = FileStatus(path: path), status.kind == .folder else { return nil }
        do { return try Generation(folder: Directory(opening: path)) } catch NamespaceError.missing { return nil }
    }

    static func failure(_ error: NamespaceError) -> ServiceFailure {
        ServiceFailure(code: nil, message: error.description)
    }
}
