// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport

// An app that comes from a host is told there which packs are its own: the same archive, from another context, goes with others.
extension InstallationsService {
    /// Writes what the address says into a bundle that was unpacked, in place of what its archive may say.
    ///
    /// - `token`: what its host was shown; nil where that was nothing.
    func writeReceipt(
        of information: AppInformation, from source: AppSource, token: String?, inBundleAt path: String
    ) async throws(ServiceError) {
        guard let address = HostedAppAddress(source, of: information) else { return }
        try await Self.write(
            address, of: information, token: token ?? address.token(of: information.receipt), inBundleAt: path)
    }

    /// The version that is installed is what the address has: from now on its packs come from there.
    ///
    /// - `token`: what its host was shown; nil where that was nothing.
    /// - Returns: where that is; nil when it is where they came from before.
    func replaceReceipt(
        of information: AppInformation, from source: AppSource, token: String?
    ) async throws(ServiceError) -> String? {
        let bundleID = information.bundleID
        guard let address = HostedAppAddress(source, of: information) else { return nil }
        let installed = try await catalog.bundle(of: bundleID)
        let receipt = installed.information.receipt
        let shown = token ?? address.token(of: receipt)
        guard receipt?.host != address.host || receipt?.deviceToken != shown,
            try await !catalog.version(of: bundleID).adopted
        else {
            return nil
        }
        try await Self.write(address, of: information, token: shown, inBundleAt: installed.path)
        logger.info("the packs of \(bundleID) come from \(address.host) from now on")
        await owe(.subsequentUpdate, to: bundleID)
        await updateSoon(bundleID)
        return receipt?.host == address.host ? nil : address.host
    }

    private static func write(
        _ address: HostedAppAddress, of information: AppInformation, token: String?, inBundleAt path: String
    ) async throws(ServiceError) {
        do {
            let bytes = try BuildReceipt.list(
                bundleID: information.bundleID, host: address.host, deviceToken: token
            ).xml()
            try await BlockingWork.run { () throws(SystemError) in
                try Directory(opening: path).writeAtomically(bytes, to: BuildReceipt.fileName, mode: 0o644)
            }
        } catch let error as SystemError { throw ServiceError(system: error) } catch {
            throw ServiceError(
                .installationFailed, "the receipt of \(information.bundleID) cannot be written: \(error)",
                subject: information.bundleID)
        }
    }

    /// Has the packs of an app looked at now.
    private func updateSoon(_ bundleID: String) async {
        do throws(AssetStoreError) {
            let now = clock.now
            try await store.updateCheck(of: bundleID) { $0 = CheckSchedule.hastened($0, now: now) }
        } catch { logger.warning("that the packs of \(bundleID) are looked at now cannot be recorded: \(error)") }
        settings.changes.signal()
    }
}
