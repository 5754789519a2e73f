// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DesktopNotifications
internal import Foundation
internal import Logging
internal import ServiceInterface

// What apps ask for, and take back.
extension NotificationsService {
    /// Unless a person has said no, an app may tell them something.
    func authorize(_ bundleID: String) async throws(ServiceError) -> Bool {
        _ = try await catalog.app(bundleID)
        // A person may be saying no at this moment.
        try await change(bundleID) { if $0.authorization != .denied { $0.authorization = .authorized } }
        return apps[bundleID]?.authorization != .denied
    }

    /// A person says whether they want to be told anything by an app. What it has shown is taken away with a no.
    func allow(_ bundleID: String, _ isAllowed: Bool) async throws(ServiceError) {
        _ = try await catalog.app(bundleID)
        try await change(bundleID) { $0.authorization = isAllowed ? .authorized : .denied }
        if !isAllowed { try await remove(.delivered, nil, of: bundleID) }
    }

    func authorization(of bundleID: String) async throws(ServiceError) -> NotificationAuthorization {
        _ = try await catalog.app(bundleID)
        return apps[bundleID]?.authorization ?? .undetermined
    }

    func set(_ categories: [NotificationCategory], of bundleID: String) async throws(ServiceError) {
        _ = try await catalog.app(bundleID)
        try await change(bundleID) { $0.categories = categories }
    }

    func categories(of bundleID: String) -> [NotificationCategory] { apps[bundleID]?.categories ?? [] }

    func setBadge(_ count: Int64, of bundleID: String) async throws(ServiceError) {
        _ = try await catalog.app(bundleID)
        try await change(bundleID) { $0.badge = max(0, count) }
    }

    private func change(
        _ bundleID: String, _ body: @escaping @Sendable (inout NotificationApp) -> Void
    ) async throws(ServiceError) {
        try await inOrder { (service) async throws(ServiceError) in
            let before = service.apps[bundleID]
            var app = before ?? NotificationApp()
            body(&app)
            guard app != before else { return }
            do throws(AssetStoreError) {
                var change = NotificationChange()
                change.apps = [try app.stored(of: bundleID)]
                try await service.recorder.record(change)
            } catch { throw ServiceError(store: error) }
            service.apps[bundleID] = app
        }
    }

    /// Takes what an app has its person told, in the place of what it has asked for by the same identifier.
    ///
    /// - `answer`: what is recorded together with it.
    func add(_ request: NotificationRequest, of bundleID: String, answer: StoredAnswer?) async throws(ServiceError) {
        _ = try await catalog.app(bundleID)
        try NotificationRules.check(request, of: bundleID)
        guard apps[bundleID]?.authorization != .denied else {
            throw ServiceError(
                .notificationsNotAllowed, "a person does not want to be told anything by \(bundleID)",
                subject: request.identifier)
        }
        let key = NotificationKey(bundleID: bundleID, identifier: request.identifier)
        try await inOrder { (service) async throws(ServiceError) in
            var pending = service.pending
            let dropped = pending.add(request, of: key, now: service.clock.now)
            do throws(AssetStoreError) {
                var change = NotificationChange()
                change.removed = dropped.map { $0.stored(.pending) }
                if let entry = pending.entries[key] { change.kept = [try entry.stored(of: key)] }
                try await service.recorder.record(change, answer: answer)
            } catch { throw ServiceError(store: error) }
            service.pending = pending
            for key in dropped {
                service.logger.warning(
                    "\(key) is given up: \(bundleID) has more than \(PendingNotifications.largestCount) that wait, and its time is last"
                )
            }
        }
        changes.signal()
    }

    /// Takes back what waits, or away what was delivered.
    ///
    /// - `identifiers`: nil for all.
    func remove(
        _ state: NotificationRecord.State, _ identifiers: [String]?, of bundleID: String
    ) async throws(ServiceError) {
        _ = try await catalog.app(bundleID)
        try await inOrder { (service) async throws(ServiceError) in
            let known = state == .pending ? Array(service.pending.entries.keys) : Array(service.delivered.keys)
            let keys = known.filter { key in
                key.bundleID == bundleID && identifiers.map { $0.contains(key.identifier) } ?? true
            }
            guard !keys.isEmpty else { return }
            var change = NotificationChange()
            change.removed = keys.map { $0.stored(state) }
            do throws(AssetStoreError) { try await service.recorder.record(change) } catch {
                throw ServiceError(store: error)
            }
            for key in keys {
                if state == .pending {
                    service.pending.remove(key)
                } else if service.delivered.removeValue(forKey: key)?.number != nil {
                    service.server?.close(key.name)
                }
            }
        }
        changes.signal()
    }

    /// An app is gone; what it had is off the record with it.
    func forget(_ bundleID: String) async {
        await inOrder { service in
            for key in service.pending.entries.keys where key.bundleID == bundleID { service.pending.remove(key) }
            for (key, it) in service.delivered where key.bundleID == bundleID {
                service.delivered[key] = nil
                if it.number != nil { service.server?.close(key.name) }
            }
            service.apps[bundleID] = nil
            service.presentations = service.presentations.filter { $0.value.key.bundleID != bundleID }
            service.responses = service.responses.filter { $0.value.bundleID != bundleID }
            service.awake[bundleID] = nil
        }
        changes.signal()
    }

    /// What waits and what was delivered, of an app or of all.
    func records(of bundleID: String?) -> [NotificationRecord] {
        let waiting = pending.entries.filter { bundleID == nil || $0.key.bundleID == bundleID }
            .sorted { ($0.value.time ?? .infinity, $0.key) < ($1.value.time ?? .infinity, $1.key) }
            .map { key, entry in
                NotificationRecord(
                    bundleID: key.bundleID, request: entry.request, state: .pending, next: entry.time)
            }
        let told = delivered.filter { bundleID == nil || $0.key.bundleID == bundleID }
            .sorted { ($0.value.time, $0.key) < ($1.value.time, $1.key) }
            .map { key, it in
                NotificationRecord(
                    bundleID: key.bundleID, request: it.request, state: .delivered, deliveredAt: it.time,
                    isShown: it.number != nil)
            }
        return waiting + told
    }
}
