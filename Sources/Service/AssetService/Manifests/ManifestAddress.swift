// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import TransferEngine

/// Where the download manifest of an app lies.
enum ManifestAddress {
    /// The override of the base URL comes first, then the host that the build came from, then BAManifestURL; the platform
    /// is told to all of them. The host is told which device it is, too, and the version of the app: releases go to a share of
    /// the devices at first, and to some versions of the app. It hears that there is a token, and not which.
    ///
    /// - `override`: scheme, host and port of a development server, which serves `/manifest`.
    /// - `device`: of this machine; nil when it is not to be told. A host hears another name of it for each app.
    /// - Throws: `noSource` when the app names none, `noReceipt` when it should have come from one.
    static func address(
        of app: AppInformation, override: String?, device: String? = nil
    ) throws(ManifestError) -> HTTPAddress {
        let platform = (name: "platform", value: Platform.linux.parameter)
        do throws(TransferError) {
            if let host = override ?? app.receipt?.host {
                let base = host.hasSuffix("/") ? String(host.dropLast()) : host
                var parameters = [platform, (name: "bundleID", value: app.bundleID)]
                if override == nil, let device {
                    parameters += [
                        (name: "device", value: DeviceName.name(of: device, app: app.bundleID, host: base)),
                        (name: "appVersion", value: app.version),
                    ]
                }
                // It is shown when the host asks who this is, which it does of those that want more than all others get.
                if override == nil, app.receipt?.deviceToken != nil { parameters.append((name: "private", value: "1")) }
                return try HTTPAddress(base + "/manifest").adding(parameters)
            }
            if let manifestURL = app.manifestURL { return try HTTPAddress(manifestURL).adding([platform]) }
        } catch { throw .transfer(bundleID: app.bundleID, error) }
        throw app.usesAppleHosting ? .noReceipt(bundleID: app.bundleID) : .noSource(bundleID: app.bundleID)
    }
}

/// Why there is no manifest to go by.
enum ManifestError: Error, Equatable, Sendable, CustomStringConvertible {
    case noSource(bundleID: String)
    case noReceipt(bundleID: String)
    case transfer(bundleID: String, TransferError)
    case malformed(bundleID: String, url: String, reason: String)
    case invalid(bundleID: String, url: String, DownloadManifestError)
    case store(bundleID: String, AssetStoreError)

    var description: String {
        switch self {
        case .noSource(let bundleID):
            "the app \(bundleID) names no host for its asset packs: set BAManifestURL in its Info.plist, or "
                + "BAUsesAppleHosting for the host that it is installed from"
        case .noReceipt(let bundleID):
            "the app \(bundleID) gets its asset packs from the host that it came from, and this build has no receipt of "
                + "one: install it from its host, make it with `ba bundle --host URL`, or point `ba url-override` to a "
                + "development server"
        case .transfer(let bundleID, let error): "the manifest of \(bundleID) cannot be fetched: \(error)"
        case .malformed(let bundleID, let url, let reason):
            "the manifest of \(bundleID) at \(url) is no download manifest: \(reason)"
        case .store(let bundleID, let error): "the manifest of \(bundleID) cannot be kept: \(error)"
        case .invalid(let bundleID, let url, let error): "the manifest of \(bundleID) at \(url) is refused: \(error)"
        }
    }

    /// Why it could not be fetched; nil for one that came and is wrong.
    var transferError: TransferError? {
        if case .transfer(_, let error) = self { error } else { nil }
    }
}
