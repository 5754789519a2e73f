// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// Who may call which method. What a method lets its callers do beyond that, its harness says.
///
/// An extension is confined to what its app's assets need: through its socket it must reach no more than by itself. So its
/// methods are named here one by one, and a new method is closed to it until it is added.
enum MethodAccess {
    /// What installs, starts and identifies apps, and what answers their notifications, is a person's, by a tool: a process of an app
    /// does it for nobody.
    static let tools: Set<String> = [
        AppsInterface.Install.method, AppsInterface.Register.method, AppsInterface.Launch.method,
        AppsInterface.Identify.method, AppsInterface.Quit.method,
        NotificationsInterface.Open.method, NotificationsInterface.Allow.method,
    ]

    /// What a downloader extension may call.
    static let extensions: Set<String> = [
        AppsInterface.Hello.method,
        PacksInterface.Manifest.method, PacksInterface.List.method, PacksInterface.Status.method,
        PacksInterface.Resolve.method, PacksInterface.Subscribe.method, PacksInterface.Acknowledge.method,
        PacksInterface.EnsureLocalAvailability.method, PacksInterface.CheckForUpdates.method,
        PacksInterface.Remove.method, PacksInterface.SetResolvedLanguage.method,
        PacksInterface.ReconcilePreferredLanguages.method,
        FilesInterface.Schedule.method, FilesInterface.List.method, FilesInterface.Cancel.method,
        FilesInterface.Follow.method, FilesInterface.Conclude.method, FilesInterface.AnswerChallenge.method,
        FilesInterface.TakeControl.method, FilesInterface.ReleaseControl.method,
        DownloadsInterface.List.method, DownloadsInterface.ControlDownload.method,
        DownloadsInterface.ControlDownloads.method,
        StorageInterface.Usage.method,
    ]

    /// - Throws: `notAttributed`, or `callFromExtensionNotAllowed`.
    static func check(_ method: String, by caller: Session.Caller) throws(ServiceError) {
        switch caller {
        case .tool: return
        case .app(let bundleID):
            guard tools.contains(method) else { return }
            throw ServiceError(
                .notAttributed, "\(bundleID) may not call \(method): that is a person's, by `ba`",
                subject: bundleID)
        case .downloaderExtension(let bundleID):
            guard !extensions.contains(method) else { return }
            throw ServiceError(
                .callFromExtensionNotAllowed,
                "the extension of \(bundleID) may not call \(method): it may do what its app's assets need, and no more",
                subject: bundleID)
        }
    }
}
