// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceInterface

/// Pauses, resumes or cancels what an identifier names: an installation, all downloads of an app, or that of a pack.
package struct TransferControl: Sendable {
    package enum Action: String, CaseIterable, Sendable {
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

    /// What it was done to.
    package struct Target: Encodable, Hashable, Sendable {
        package var bundleID: String
        /// nil for an installation.
        package var packID: String?

        var text: String {
            packID.map { "the download of \($0) for \(bundleID)" } ?? "the installation of \(bundleID)"
        }
    }

    let action: Action
    let link: any ServiceLink

    package init(action: Action, link: any ServiceLink) {
        self.action = action
        self.link = link
    }

    /// Does it to what `id` names. A bundle identifier means the installation while one is under way, else all
    /// downloads of that app; anything else means the download of a pack, of the app `appID` when that is named, or an
    /// installation by the name that it had before its bundle identifier was known.
    ///
    /// - Throws: `ControlError`: `notFound` when there is nothing of that name, `usage` when several apps download a
    ///   pack of that name.
    @discardableResult
    package func perform(id: String, appID: String?) async throws(ControlError) -> [Target] {
        if appID == nil, let app = try await link.call(AppsInterface.List()).apps.first(where: { $0.bundleID == id }) {
            return try await perform(app)
        }
        let downloads = try await link.call(DownloadsInterface.List(bundleID: appID)).downloads
            .filter { $0.packID == id }
        let apps = Set(downloads.map(\.bundleID)).sorted()
        guard let bundleID = apps.first else {
            if appID == nil {
                do throws(ControlError) { return [try await controlInstallation(id)] } catch {
                    guard case .service(let cause) = error, cause.code == .installationNotFound else { throw error }
                }
            }
            throw .notFound("no installation and no download is named \(id)\n`ba downloads` lists what is under way")
        }
        guard apps.count == 1 else {
            throw .usage(
                "several apps download \(id): \(apps.joined(separator: ", "))\nname one with --app")
        }
        return [try await controlDownload(of: id, for: bundleID)]
    }

    private func perform(_ app: AppRecord) async throws(ControlError) -> [Target] {
        let downloads =
            app.isArriving ? [] : try await link.call(DownloadsInterface.List(bundleID: app.bundleID)).downloads
        // With nothing under way the service says so itself.
        if downloads.isEmpty {
            do throws(ControlError) { return [try await controlInstallation(app.bundleID)] } catch {
                guard case .service(let cause) = error, cause.code == .installationNotFound,
                    let owner = try await owner(ofDownload: app.bundleID)
                else { throw error }
                throw .usage(
                    """
                    \(app.bundleID) is an app of which nothing is under way, and \(owner) has a download of that name
                    name its app with --app \(owner) to \(action.rawValue) that
                    """)
            }
        }
        return try await link.call(
            DownloadsInterface.ControlDownloads(
                bundleID: app.bundleID, action: action.ofDownload, callID: UUID().uuidString)
        ).packIDs.map { Target(bundleID: app.bundleID, packID: $0) }
    }

    /// The app that has a download of this name.
    private func owner(ofDownload id: String) async throws(ControlError) -> String? {
        try await link.call(DownloadsInterface.List()).downloads.first { $0.packID == id }?.bundleID
    }

    private func controlInstallation(_ id: String) async throws(ControlError) -> Target {
        let reply = try await link.call(
            AppsInterface.ControlInstallation(
                bundleID: id, action: action.ofInstallation, callID: UUID().uuidString))
        return Target(bundleID: reply.bundleID ?? id)
    }

    private func controlDownload(of packID: String, for bundleID: String) async throws(ControlError) -> Target {
        _ = try await link.call(
            DownloadsInterface.ControlDownload(
                bundleID: bundleID, packID: packID, action: action.ofDownload, callID: UUID().uuidString))
        return Target(bundleID: bundleID, packID: packID)
    }
}
