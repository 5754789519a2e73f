// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Something that an app is woken for while it is not in front.
///
/// - Request: what the action is handed.
/// - Response: what it answers.
public struct BackgroundTask<Request, Response> {
    enum Kind {
        /// nil for all identifiers.
        case appRefresh(String?)
        case urlSession(@Sendable (String) -> Bool)
        /// Nothing here has an app woken for it: it is of a watch.
        case never
    }

    let kind: Kind
    /// What an action is handed for an identifier.
    let request: @Sendable (String) -> Request

    init(_ kind: Kind, request: @escaping @Sendable (String) -> Request) {
        self.kind = kind
        self.request = request
    }
}

extension BackgroundTask: Sendable where Request: Sendable {}

extension BackgroundTask {
    /// A moment for what is new, for which the app has submitted a `BGAppRefreshTaskRequest` of this identifier.
    public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void> {
        BackgroundTask<Void, Void>(.appRefresh(identifier)) { _ in }
    }

    /// The same for every identifier, which the action is handed.
    public static var appRefresh: BackgroundTask<String?, Void> {
        BackgroundTask<String?, Void>(.appRefresh(nil)) { $0 }
    }

    /// What a background URL session of this identifier has for the app.
    public static func urlSession(_ identifier: String) -> BackgroundTask<Void, Void> {
        BackgroundTask<Void, Void>(.urlSession { $0 == identifier }) { _ in }
    }

    /// What background URL sessions have for the app; the action is handed their identifiers.
    public static var urlSession: BackgroundTask<String, Void> {
        BackgroundTask<String, Void>(.urlSession { _ in true }) { $0 }
    }

    /// What background URL sessions have for the app whose identifiers are meant; the action is handed these.
    public static func urlSession(
        matching isMeant: @escaping @Sendable (String) -> Bool
    ) -> BackgroundTask<String, Void> {
        BackgroundTask<String, Void>(.urlSession(isMeant)) { $0 }
    }

    /// Of a watch: there is no such thing here, and the action never runs.
    public static var bluetoothAlert: BackgroundTask<Void, Void> { BackgroundTask<Void, Void>(.never) { _ in } }
    /// Of a watch: there is no such thing here, and the action never runs.
    public static var watchConnectivity: BackgroundTask<Void, Void> { BackgroundTask<Void, Void>(.never) { _ in } }
    /// Of a watch: there is no such thing here, and the action never runs.
    public static var intentDidRun: BackgroundTask<Void, Void> { BackgroundTask<Void, Void>(.never) { _ in } }
    /// Of a watch: there is no such thing here, and the action never runs.
    public static var relevantShortcut: BackgroundTask<Void, Void> { BackgroundTask<Void, Void>(.never) { _ in } }
    /// Of a watch: there is no such thing here, and the action never runs.
    public static var snapshot: BackgroundTask<SnapshotData, SnapshotResponse> {
        BackgroundTask<SnapshotData, SnapshotResponse>(.never) { SnapshotData(identifier: $0, reason: .appScheduled) }
    }
}
