// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import CSystemShims
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemPackage
internal import SystemSupport

/// Apps that packages of the distribution bring: each registers its bundle by a drop-in file, which every user's service
/// reads. The bundle is used where it lies.
///
/// A drop-in that is removed takes its app along, but not what the app and the person made in the app's group. One that
/// is broken is reported and touches nothing, not even what it registered when it was whole.
actor SystemApps {
    /// Bytes of the longest drop-in.
    private static let sizeLimit = 64 << 10

    /// What tells one state of everything that counts from another.
    private struct Signature: Equatable {
        var files: [String: Stamp] = [:]
        var origins: [String: String] = [:]
    }

    /// What tells one state of a file from another.
    private struct Stamp: Equatable {
        var file: FileIdentity?
        var size: Int64 = 0
        var modified: Int64 = 0
    }

    private let folder: String?
    private let store: AssetStore
    private let installations: InstallationsService
    private let uninstall: @Sendable (String) async throws(ServiceError) -> Void
    private let logger: Logger
    private let lock = KeyedLock()
    private var last: Signature?
    private var found: [Finding] = []

    /// - `folder`: of the drop-ins, absolute; nil for a service that has none.
    /// - `uninstall`: removes an app, and leaves its data.
    init(
        folder: String?, store: AssetStore, installations: InstallationsService,
        uninstall: @escaping @Sendable (String) async throws(ServiceError) -> Void, logger: Logger
    ) {
        self.folder = folder
        self.store = store
        self.installations = installations
        self.uninstall = uninstall
        self.logger = logger
    }

    /// What is wrong with drop-ins, after a look at them.
    func findings() async -> [Finding] {
        await refresh()
        return found
    }

    /// Brings the apps on record into line with the drop-ins; quick when nothing has changed.
    func refresh() async {
        guard let folder else { return }
        await lock.withLock("") { await self.refresh(folder) }
    }

    private func refresh(_ folder: String) async {
        let names: [String]
        do throws(SystemError) {
            names = try Directory(opening: folder).names().filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        } catch  where error.errno == .noSuchFileOrDirectory {
            names = []
        } catch {
            // That it cannot be read now does not mean that the apps are gone.
            return report([Finding(level: .warning, subject: folder, message: error.description)])
        }
        var findings: [Finding] = []
        var entries: [String: SystemAppEntry] = [:]
        for name in names {
            do throws(AppBundleError) { entries[name] = try Self.read(name, in: folder) } catch {
                findings.append(Finding(level: .error, subject: folder + "/" + name, message: error.description))
            }
        }
        do throws(AssetStoreError) {
            let signature = try await signature(folder, names: names, entries: entries)
            guard signature != last else { return }
            let known = signature.origins
            for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
                if let message = try await register(entry, origin: known[entry.bundleID]) {
                    findings.append(Finding(level: .warning, subject: folder + "/" + name, message: message))
                }
            }
            let present = Set(names.map { String($0.dropLast(".json".count)) })
            for (bundleID, origin) in known where origin == AppSource.systemOrigin && !present.contains(bundleID) {
                await remove(bundleID)
            }
            last = try await self.signature(folder, names: names, entries: entries)
        } catch { logger.error("the drop-ins of \(folder) cannot be compared with the apps on record: \(error)") }
        report(findings)
    }

    /// Tells what is new among the findings.
    private func report(_ findings: [Finding]) {
        for finding in findings where !found.contains(finding) {
            logger.warning("\(finding.subject): \(finding.message)")
        }
        found = findings
    }

    /// Reads a drop-in and looks whether there is such a bundle.
    private static func read(_ name: String, in folder: String) throws(AppBundleError) -> SystemAppEntry {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Directory(opening: folder).open(name, flags: O_RDONLY | O_NONBLOCK).readAll(
                limit: sizeLimit, subject: folder + "/" + name)
        } catch { throw AppBundleError("it cannot be read: \(error)") }
        let entry = try SystemAppEntry(decoding: bytes, name: name)
        let bundle = try AppBundle(path: entry.path)
        guard bundle.information.bundleID == entry.bundleID else {
            throw AppBundleError(
                "it names the app \(entry.bundleID), and the bundle at \(entry.path) is \(bundle.information.bundleID)")
        }
        return entry
    }

    private func signature(
        _ folder: String, names: [String], entries: [String: SystemAppEntry]
    ) async throws(AssetStoreError) -> Signature {
        var signature = Signature()
        for name in names { signature.files[name] = Self.stamp(folder + "/" + name) }
        for entry in entries.values {
            // The executable is replaced when the package is updated, the Info.plist when the version is another.
            guard let bundle = try? AppBundle(path: entry.path) else { continue }
            signature.files[bundle.executablePath] = Self.stamp(bundle.executablePath)
            signature.files[entry.path + "/Info.plist"] = Self.stamp(entry.path + "/Info.plist")
        }
        for app in try await store.apps() { signature.origins[app.bundleID] = app.origin }
        return signature
    }

    private static func stamp(_ path: String) -> Stamp {
        guard let status = FileStatus(resolving: path) else { return Stamp() }
        return Stamp(file: status.identity, size: status.size, modified: status.modified)
    }

    /// Registers the bundle of a drop-in, or the new version of one that is known.
    ///
    /// - Returns: why it cannot be used.
    private func register(_ entry: SystemAppEntry, origin: String?) async throws(AssetStoreError) -> String? {
        if let origin, origin != AppSource.systemOrigin {
            return "\(entry.bundleID) is installed already (origin: \(origin)), so that the bundle at \(entry.path) is "
                + "not used: `ba uninstall \(entry.bundleID)` makes way for it"
        }
        let bundle: AppBundle
        do throws(AppBundleError) { bundle = try AppBundle(path: entry.path) } catch { return error.description }
        if try await isRegistered(bundle) {
            // A reinstalled package may bring another app group with the same version.
            do throws(ServiceError) { try await installations.claimGroup(of: bundle.information) } catch {
                return error.message
            }
            return nil
        }
        do throws(ServiceError) {
            _ = try await installations.install(
                .folder(bundle), origin: AppSource.systemOrigin, adopted: true, allowDowngrade: true,
                callID: UUID().uuidString, caller: .agreeing)
            logger.info("registering \(entry.bundleID) at \(entry.path)")
        } catch {
            // One that is under way is seen to when it has ended.
            return error.code == .installationInProgress ? nil : error.message
        }
        return nil
    }

    /// Whether this very bundle is on record, and under its executable of now: a reinstalled package has another file of
    /// the same version.
    private func isRegistered(_ bundle: AppBundle) async throws(AssetStoreError) -> Bool {
        guard let id = try await store.app(bundle.information.bundleID)?.currentVersionID,
            var version = try await store.version(id), version.path == bundle.path,
            version.version == bundle.information.version, version.build == bundle.information.build,
            let status = FileStatus(path: bundle.executablePath)
        else { return false }
        if version.executable != status.identity {
            version.executable = status.identity
            try await store.save(version)
        }
        return true
    }

    private func remove(_ bundleID: String) async {
        do throws(ServiceError) {
            try await uninstall(bundleID)
            logger.info("\(bundleID) is registered no more: its drop-in was removed")
        } catch { logger.error("\(bundleID), whose drop-in was removed, cannot be unregistered: \(error)") }
    }
}
