// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ControlCommands
internal import ServiceInterface

/// What the service says of apps, for one look at the page.
struct PageRecords: Equatable, Sendable {
    private static let explainedCount = 100

    var apps: [AppRecord] = []
    var downloads: [DownloadRecord] = []
    /// How far those are that are being installed.
    var progress: [String: InstallationProgress] = [:]
    /// Why what goes on for an app does not go on.
    var explanations: [String: [Explanation]] = [:]

    /// Asks the service.
    ///
    /// - `app`: the only one that is asked about; nil for all.
    init(of app: String?, from link: any ServiceLink) async throws(ControlError) {
        apps = try await link.call(AppsInterface.List()).apps.filter { app == nil || $0.bundleID == app }
        if apps.isEmpty { return }
        downloads = try await link.call(DownloadsInterface.List(bundleID: app)).downloads
        let counts = Dictionary(downloads.map { ($0.bundleID, 1) }, uniquingKeysWith: +)
        for record in apps {
            if record.isArriving {
                progress[record.bundleID] = try await Self.progress(of: record.bundleID, from: link)
            }
            // Of a long queue each download says why it waits; all of it need not be explained each second.
            let count = counts[record.bundleID] ?? 0
            guard record.isArriving || count > 0, count <= Self.explainedCount else { continue }
            explanations[record.bundleID] =
                try await link.call(DownloadsInterface.Explain(id: record.bundleID)).explanations
        }
    }

    init() {}

    /// nil when the installation has ended meanwhile.
    private static func progress(
        of bundleID: String, from link: any ServiceLink
    ) async throws(ControlError) -> InstallationProgress? {
        do {
            for try await progress in link.stream(AppsInterface.Watch(bundleID: bundleID)) { return progress }
            return nil
        } catch ControlError.service(let error) where error.code == .installationNotFound {
            return nil
        } catch let error as ControlError { throw error } catch { throw .unexpectedAnswer("\(error)") }
    }
}
