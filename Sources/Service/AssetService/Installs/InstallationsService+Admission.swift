// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Logging
internal import ServiceInterface
internal import SystemSupport

extension InstallationsService {
    /// Whether this app may be installed, and as what.
    ///
    /// A bundle ID belongs to where it came from first: to this device, to the distribution, or to one host.
    ///
    /// - Returns: nil when this very version is installed already.
    /// - Throws: `originRefused`; `downgradeRefused`; `bundleInvalid` for an app group that another app has claimed.
    func admit(
        _ information: AppInformation, origin: String, allowDowngrade: Bool
    ) async throws(ServiceError) -> InstallationEventType? {
        let bundleID = information.bundleID
        do {
            if let group = information.appGroupID, let owner = try await store.owner(ofGroup: group), owner != bundleID
            {
                throw AppGroups.taken(group, of: bundleID, by: owner)
            }
            let known = try await store.app(bundleID)
            // What is left of the one before it would be taken for a part of it.
            if known == nil { try await removal.finish(bundleID) }
            if let known, known.origin != origin {
                throw ServiceError(
                    .originRefused,
                    "\(bundleID) \(Self.words(forOrigin: known.origin)) at first, and is not replaced by one that "
                        + "\(Self.words(forOrigin: origin)): uninstall it first if that is what you want",
                    subject: bundleID)
            }
            guard let app = known, let id = app.currentVersionID,
                let installed = try await store.version(id)
            else { return .firstInstallation }
            let old = (version: installed.version, build: installed.build)
            let new = (version: information.version, build: information.build)
            if old == new {
                // A bundle that was adopted may have gone since.
                return FileStatus(path: installed.path + "/Info.plist") == nil ? .subsequentUpdate : nil
            }
            if VersionOrder.isOlder(new, than: old), !allowDowngrade {
                throw ServiceError(
                    .downgradeRefused,
                    "\(bundleID) \(new.version) (\(new.build)) is older than the installed "
                        + "\(old.version) (\(old.build)): `ba install --allow-downgrade` installs it all the same",
                    subject: bundleID)
            }
            return .subsequentUpdate
        } catch { throw ServiceError(cause: error) }
    }

    /// Whether the version of a bundle that is to be copied, or was unpacked, holds what is installed as that version: whoever
    /// builds an app again does not always give it another number, and a bundle of the same numbers may be another's.
    ///
    /// - Throws: `installationFailed` where the version is used where its owner put it.
    func isInstalled(_ information: AppInformation, as path: String) async throws(ServiceError) -> Bool {
        do {
            guard let id = try await store.app(information.bundleID)?.currentVersionID,
                let installed = try await store.version(id), installed.version == information.version,
                installed.build == information.build
            else { return false }
            // One that has gone is replaced.
            guard FileStatus(path: installed.path + "/Info.plist") != nil else { return false }
            if installed.adopted { throw Self.isUsedWhereItLies(information) }
            let other = installed.path
            return try await BlockingWork.run { () throws(SystemError) in try BundleComparison.isSame(path, other) }
        } catch { throw ServiceError(cause: error) }
    }

    /// What is told of an installation that had nothing to do.
    static func installedAlready(_ information: AppInformation) -> String {
        "\(information.version) (\(information.build)) is installed already"
    }

    /// A bundle under development is built again and moved: the same version is used as it lies there now.
    ///
    /// - Returns: whether the version on record is an adopted one, and this the bundle in its place.
    func adoptAnew(_ bundle: AppBundle) async throws(ServiceError) -> Bool {
        let bundleID = bundle.information.bundleID
        do {
            guard let id = try await store.app(bundleID)?.currentVersionID, var version = try await store.version(id),
                version.adopted, let status = FileStatus(path: bundle.executablePath)
            else { return false }
            let team = try await verifySignature(
                of: bundle.information, at: bundle.path, origin: AppSource.localOrigin)
            // It may name another app group than it did.
            try await claimGroup(of: bundle.information)
            let before = version
            version.team = team
            version.path = bundle.path
            version.executable = status.identity
            guard version != before else { return true }
            try await store.save(version)
            _ = try await store.update(bundleID) { $0.team = team }
            try desktop.write(for: bundle, .installed)
            logger.info("\(bundleID) is used as it lies in \(bundle.path) now")
            return true
        } catch { throw ServiceError(cause: error) }
    }

    /// A bundle that is to be used where it lies, of a version whose copy in the store is in use.
    static func isCopied(_ information: AppInformation) -> ServiceError {
        ServiceError(
            .installationFailed,
            "\(information.version) (\(information.build)) of \(information.bundleID) is installed as a copy already: give the "
                + "bundle another CFBundleVersion, or take the copy away with `ba uninstall --keep-data \(information.bundleID)`",
            subject: information.bundleID)
    }

    /// Claims the app group of a bundle for its app, which is put on record when it is not yet.
    func claimGroup(of information: AppInformation) async throws(ServiceError) {
        let origin = running[information.bundleID]?.record.origin ?? AppSource.localOrigin
        try await groups.claim(
            information.appGroupID,
            for: StoredApp(
                bundleID: information.bundleID, name: information.name, origin: origin, addedAt: clock.now))
    }

    /// A bundle that is to be copied, of a version that is registered where another bundle lies.
    static func isUsedWhereItLies(_ information: AppInformation) -> ServiceError {
        ServiceError(
            .installationFailed,
            "\(information.version) (\(information.build)) of \(information.bundleID) is registered already, and used where it "
                + "lies: give the bundle another CFBundleVersion, or take the registration away with "
                + "`ba uninstall --keep-data \(information.bundleID)`", subject: information.bundleID)
    }

    private static func words(forOrigin origin: String) -> String {
        switch origin {
        case AppSource.localOrigin: "was installed from this device (\(origin))"
        case AppSource.systemOrigin: "came with a package of this system (\(origin))"
        default: "comes from the host \(origin)"
        }
    }

    static func inProgress(_ bundleID: String) -> ServiceError {
        ServiceError(
            .installationInProgress, "an installation of \(bundleID) is under way: watch it, or cancel it first",
            subject: bundleID)
    }
}
