// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation
internal import ServiceInterface
internal import TransferEngine

/// Asks the host of an app's packs for its manifest, as `ba doctor` does; nothing is kept.
struct HostExamination: Sendable {
    /// Seconds after which a host counts as silent.
    private static let patience: Int64 = 5

    let network: NetworkService
    let settings: SettingsService

    /// What there is to say about the host of an app; about the override, for apps in general, when there is none.
    func findings(for app: AppInformation?) async -> [Finding] {
        let override = await settings.urlOverride
        let subject = app?.bundleID ?? "override"
        do throws(ManifestError) {
            let address: HTTPAddress
            if let app {
                guard app.hasManagedAssetPacks else { return [] }
                address = try ManifestAddress.address(of: app, override: override)
            } else {
                guard let override else { return [] }
                do throws(TransferError) { address = try HTTPAddress(override + "/manifest") } catch {
                    throw .transfer(bundleID: subject, error)
                }
            }
            let document: FetchedDocument?
            do throws(TransferError) {
                document = try await network.transport().document(
                    at: address, limit: ManifestParser.limit, timeout: Self.patience,
                    challenges: HeldToken(override == nil ? app?.receipt?.deviceToken : nil, for: address))
            } catch { throw .transfer(bundleID: subject, error) }
            let manifest = try ManifestParser.parse(document?.body ?? Data(), bundleID: subject, url: "\(address)")
            let count = manifest.assetPacks.count
            return [
                Finding(
                    level: .ok, subject: subject,
                    message: "\(address) answers with a manifest of \(count) \(count == 1 ? "pack" : "packs")")
            ]
        } catch {
            return [Finding(level: .error, subject: subject, message: Self.text(error))]
        }
    }

    private static func text(_ error: ManifestError) -> String {
        // The subject of the finding says whose it is.
        if case .transfer(_, let error) = error { "its manifest cannot be fetched: \(error)" } else { "\(error)" }
    }
}
