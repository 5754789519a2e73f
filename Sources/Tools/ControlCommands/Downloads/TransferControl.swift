// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceInterface
internal import ToolSupport

/// Pauses, resumes or cancels what an identifier names: an installation, all downloads of an app, or that of a pack.
struct TransferControl {
    enum Action: String {
        case pause, resume, cancel

        var done: String {
            switch self {
            case .pause: "Paused"
            case .resume: "Resumed"
            case .cancel: "Cancelled"
            }
        }

        fileprivate var ofInstallation: AppsInterface.ControlInstallation.Action {
            switch self {
            case .pause: .pause
            case .resume: .resume
            case .cancel: .cancel
            }
        }

        fileprivate var ofDownload: DownloadsInterface.ControlDownload.Action {
            switch self {
            case .pause: .pause
            case .resume: .resume
            case .cancel: .cancel
            }
        }
    }

    let action: Action
    let link: any ServiceLink
    let console: Console

    /// Does it to what `id` names. A bundle identifier means the installation while one is under way, else all
    /// downloads of that app; anything else means the download of a pack, of the app `appID` when that is named.
    ///
    /// - Throws: `ControlError`: `notFound` when there is nothing of that name, `usage` when several apps download a
    ///   pack of that name.
    func perform(id: String, appID: String?) async throws(ControlError) {
        if appID == nil, let app = try await link.call(AppsInterface.List()).apps.first(where: { $0.bundleID == id }) {
            return try await perform(app)
        }
        let downloads = try await link.call(DownloadsInterface.List(bundleID: appID)).downloads
            .filter { $0.packID == id }
        let apps = Set(downloads.map(\.bundleID)).sorted()
        guard let bundleID = apps.first else {
            throw .notFound("no installation and no download is named \(id)\n`ba downloads` lists what is under way")
        }
        guard apps.count == 1 else {
            throw .usage(
                "several apps download \(id): \(apps.joined(separator: ", "))\nname one with --app")
        }
        try await control(packID: id, of: bundleID)
    }

    private func perform(_ app: AppRecord) async throws(ControlError) {
        let isInstalling = app.state == .installing || app.state == .updating
        let downloads =
            isInstalling ? [] : try await link.call(DownloadsInterface.List(bundleID: app.bundleID)).downloads
        guard downloads.isEmpty else {
            for download in downloads { try await control(packID: download.packID, of: app.bundleID) }
            return
        }
        // With nothing under way the service says so itself.
        _ = try await link.call(
            AppsInterface.ControlInstallation(
                bundleID: app.bundleID, action: action.ofInstallation, callID: UUID().uuidString))
        console.note("\(action.done) the installation of \(app.bundleID).")
    }

    private func control(packID: String, of bundleID: String) async throws(ControlError) {
        _ = try await link.call(
            DownloadsInterface.ControlDownload(
                bundleID: bundleID, packID: packID, action: action.ofDownload, callID: UUID().uuidString))
        console.note("\(action.done) the download of \(packID) for \(bundleID).")
    }
}
