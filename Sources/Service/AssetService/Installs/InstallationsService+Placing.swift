// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport

// Where a bundle goes: into a folder of its own in the store, which a record names from then on.
extension InstallationsService {
    /// Copies the bundle into the store, or adopts it where it lies, and records the version.
    func placeBundle(
        _ bundle: AppBundle, adopted: Bool, bundleID: String
    ) async throws(ServiceError) -> AppBundle {
        let information = bundle.information
        let path: String
        if adopted {
            path = bundle.path
        } else {
            let source = bundle.path
            let folder = try await freeFolder(for: information)
            let extent = try await BlockingWork.run { () throws(ServiceError) in
                try BundleCopy(source: source).extent()
            }
            try await checkSpace(for: extent, of: source)
            await update(bundleID) { $0.correct(.installation, total: max(1, extent.bytes)) }
            path = folder + "/\(bundleID).app"
            do throws(ServiceError) { try await copyAll(bundle, to: path, bundleID: bundleID) } catch {
                await removeFolder(folder)
                throw error
            }
        }
        return try await recordVersion(of: information, path: path, adopted: adopted, bundleID: bundleID)
    }

    private func checkSpace(for extent: BundleCopy.Extent, of source: String) async throws(ServiceError) {
        let copy = BundleCopy(source: source)
        do throws(ServiceError) { try copy.checkSpace(for: extent, in: layout.apps) } catch {
            let needed = DiskSpace(available: nil, capacity: nil).total(for: extent.bytes)
            guard await space.makeRoom(available: needed, for: .installation) else { throw error }
            try copy.checkSpace(for: extent, in: layout.apps)
        }
    }

    /// Copies a bundle, over pauses.
    private func copyAll(_ bundle: AppBundle, to path: String, bundleID: String) async throws(ServiceError) {
        let executable = bundle.information.executable
        while true {
            try await proceed(bundleID)
            let stop = StopFlag()
            let copy = BundleCopy(source: bundle.path, stop: stop)
            running[bundleID]?.interrupt = { stop.raise() }
            let reporter = ProgressReporter { [weak self] bytes in
                await self?.update(bundleID) { $0.complete(.installation, bytes: bytes) }
            }
            let result: Result<Void, ServiceError> = await withTaskCancellationHandler {
                await BlockingWork.run { () -> Result<Void, ServiceError> in
                    do throws(ServiceError) {
                        return .success(try copy.copy(to: path, withheld: executable, progress: reporter.report))
                    } catch { return .failure(error) }
                }
            } onCancel: {
                stop.raise()
            }
            running[bundleID]?.interrupt = nil
            await reporter.finish()
            switch result {
            case .success: return
            // A pause stopped it, which may be over already.
            case .failure where stop.isRaised && !Task.isCancelled: continue
            case .failure(let error): throw error
            }
        }
    }

    /// The path of a folder for a version, where nothing stands and that no version on record has: an older one of the
    /// same number may still have processes.
    func freeFolder(for information: AppInformation) async throws(ServiceError) -> String {
        let bundleID = information.bundleID
        let taken: Set<String>
        do throws(AssetStoreError) {
            taken = Set(
                try await store.versions(of: bundleID).map { ($0.path as NSString).deletingLastPathComponent })
        } catch { throw ServiceError(store: error) }
        var name = Self.folderName(information)
        var number = 1
        while taken.contains(layout.app(bundleID) + "/" + name) {
            number += 1
            name = Self.folderName(information) + "_\(number)"
        }
        let (root, relative) = (layout.apps, bundleID + "/" + name)
        do throws(SystemError) {
            // What stands there is from a try that was cut off: no record names it.
            try await BlockingWork.run { () throws(SystemError) in try Directory(opening: root).removeTree(relative) }
        } catch { throw ServiceError(system: error) }
        return layout.app(bundleID) + "/" + name
    }

    /// Records a version whose bundle stands in its place. What cannot be recorded is removed again: without a record
    /// nobody would know of it.
    func recordVersion(
        of information: AppInformation, path: String, adopted: Bool, bundleID: String, sourceTag: String? = nil
    ) async throws(ServiceError) -> AppBundle {
        do throws(ServiceError) {
            return try await addVersion(
                of: information, path: path, adopted: adopted, bundleID: bundleID, sourceTag: sourceTag)
        } catch {
            if !adopted, running[bundleID]?.record.versionID == nil {
                await removeFolder((path as NSString).deletingLastPathComponent)
            }
            throw error
        }
    }

    private func addVersion(
        of information: AppInformation, path: String, adopted: Bool, bundleID: String, sourceTag: String?
    ) async throws(ServiceError) -> AppBundle {
        guard let status = FileStatus(path: path + "/" + information.executable) else {
            throw ServiceError(.installationFailed, "the executable of \(bundleID) vanished while it was installed")
        }
        let origin = running[bundleID]?.record.origin ?? AppSource.localOrigin
        let team = try await verifySignature(of: information, at: path, origin: origin)
        do {
            // Before the version: an installation that has recorded one does not come here again.
            try await claimGroup(of: information)
            let version = try await store.add(
                StoredAppVersion(
                    bundleID: bundleID, path: path, adopted: adopted, version: information.version,
                    build: information.build, launchable: false, executable: status.identity,
                    source: remoteSource(of: bundleID), sourceTag: sourceTag, team: team), byInstallationOf: bundleID)
            // Again: a pause may have recorded the installation without it meanwhile.
            try await record(bundleID) { $0.versionID = version.id }
            return try AppBundle(path: path, requireExecutableBit: false)
        } catch { throw ServiceError(cause: error) }
    }

    /// The version, as the name of a folder.
    private static func folderName(_ information: AppInformation) -> String {
        let text = "\(information.version)-\(information.build)"
        return String(text.prefix(100).map { IdentifierRule.allows(String($0)) || $0 == "." ? $0 : "_" })
    }
}
