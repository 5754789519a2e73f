// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import ServiceInterface
internal import TaskScheduler

/// A request as the service has it: what the app asked for, and what the scheduler goes by.
struct HeldTask: Equatable, Sendable {
    let task: BackgroundTask
    var request: TaskRequest
    /// The process that has asked, as far as it is known: what a person has begun there is done there.
    var processID: Int32?

    /// What stands before the identifier of a session in the name of what is to be done for it.
    private static let sessionPrefix = "URLSession "

    var key: TaskKey { request.key }

    /// That of what is to be done for a session.
    static func key(of session: SessionKey) -> TaskKey {
        TaskKey(sessionPrefix + session.identifier, of: session.bundleID)
    }

    /// What a person may mean by a name: a task, or what is to be done for a session of it.
    static func keys(named identifier: String, of bundleID: String) -> [TaskKey] {
        [TaskKey(identifier, of: bundleID), key(of: SessionKey(bundleID: bundleID, identifier: identifier))]
    }

    /// - `submittedAt`: seconds since 1970.
    /// - Returns: nil for a kind that is not known here.
    init?(_ task: BackgroundTask, of bundleID: String, submittedAt: Double) {
        guard let kind = TaskKind(task.kind) else { return nil }
        self.task = task
        // A session may be called as a task is.
        let identifier = kind == .sessionEvents ? Self.sessionPrefix + task.identifier : task.identifier
        request = TaskRequest(
            TaskKey(identifier, of: bundleID), kind, earliestBegin: task.earliestBegin,
            needsNetwork: task.requiresNetwork ?? false, needsExternalPower: task.requiresExternalPower ?? false,
            submittedAt: submittedAt)
    }

    /// One that is on record.
    init?(_ stored: StoredTask) {
        guard let kind = TaskKind(rawValue: stored.kind) else { return nil }
        self.init(
            BackgroundTask(
                kind == .sessionEvents
                    ? String(stored.identifier.dropFirst(Self.sessionPrefix.count)) : stored.identifier, kind.wire,
                earliestBegin: stored.earliestBegin,
                requiresNetwork: stored.needsNetwork ? true : nil,
                requiresExternalPower: stored.needsExternalPower ? true : nil, title: stored.title,
                subtitle: stored.subtitle), of: stored.bundleID, submittedAt: stored.submittedAt)
    }

    /// The same by a clock that was set back meanwhile: an app is not woken later for that.
    func following(now: Double) -> HeldTask? {
        let latest = now + SessionsService.rewakePause
        guard session != nil, task.earliestBegin ?? 0 > latest else { return self }
        var task = task
        task.earliestBegin = latest
        return HeldTask(task, of: key.bundleID, submittedAt: request.submittedAt)
    }

    /// The same as it waits once more, when it had begun before.
    var again: HeldTask {
        var held = self
        held.request.isAgain = true
        return held
    }

    /// The session that it is for; nil for another kind.
    var session: SessionKey? {
        request.kind == .sessionEvents ? SessionKey(bundleID: key.bundleID, identifier: task.identifier) : nil
    }

    var stored: StoredTask {
        StoredTask(
            bundleID: key.bundleID, identifier: key.identifier, kind: request.kind.rawValue,
            earliestBegin: request.earliestBegin, needsNetwork: request.needsNetwork,
            needsExternalPower: request.needsExternalPower, title: task.title, subtitle: task.subtitle,
            submittedAt: request.submittedAt)
    }

    var name: TaskChange.Name { TaskChange.Name(bundleID: key.bundleID, identifier: key.identifier) }
}
