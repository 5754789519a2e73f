// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import ServiceInterface

extension InstallationsService {
    /// Whether this bundle may be installed, and as what.
    ///
    /// - Returns: nil when this very version is installed already.
    /// - Throws: `downgradeRefused`; `bundleInvalid` for an app group that another app has claimed.
    func admit(
        _ bundle: AppBundle, allowDowngrade: Bool
    ) async throws(ServiceError) -> InstallationEventType? {
        let information = bundle.information
        let bundleID = information.bundleID
        if let group = information.appGroupID,
            let owner = try await catalog.apps().first(where: { $0.appGroupID == group && $0.bundleID != bundleID })
        {
            throw ServiceError(
                .bundleInvalid,
                "the app group \(group) of \(bundleID) belongs to \(owner.bundleID), which claimed it "
                    + "first: use another one, or uninstall that app", subject: bundleID)
        }
        do {
            guard let app = try await store.app(bundleID), let id = app.currentVersionID,
                let installed = try await store.version(id)
            else { return .firstInstallation }
            let old = (version: installed.version, build: installed.build)
            let new = (version: information.version, build: information.build)
            if old == new { return nil }
            if VersionOrder.isOlder(new, than: old), !allowDowngrade {
                throw ServiceError(
                    .downgradeRefused,
                    "\(bundleID) \(new.version) (\(new.build)) is older than the installed "
                        + "\(old.version) (\(old.build)): pass --allow-downgrade to install it all the same",
                    subject: bundleID)
            }
            return .subsequentUpdate
        } catch { throw ServiceError(cause: error) }
    }
}
