// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler
internal import ServiceInterface
internal import TaskScheduler

/// `backgroundassets.v1.Tasks` on the wire.
struct TasksHarness: Sendable {
    let tasks: TasksService
    let catalog: AppCatalog
    let foreground: ForegroundProcesses
    let settings: SettingsService
    let calls: CallLedger

    func add(to table: inout MethodTable) {
        typealias Tasks = TasksInterface
        table.add(Tasks.Submit.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            if call.task.kind == .continued { try checkForeground(session, bundleID, call.task) }
            let key = CallKey(session, Tasks.Submit.method, call.callID)
            let answer = calls.answer(key, EmptyReply())
            return try await calls.once(key) { () async throws(ServiceError) in
                try await tasks.submit(
                    call.task, of: bundleID, by: session.processID, queues: call.queues ?? true, answer: answer)
                return EmptyReply()
            }
        }
        table.add(Tasks.Cancel.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            let key = CallKey(session, Tasks.Cancel.method, call.callID)
            let answer = calls.answer(key, EmptyReply())
            return try await calls.once(key) { () async throws(ServiceError) in
                try await tasks.cancel(call.identifier, of: bundleID, answer: answer)
                return EmptyReply()
            }
        }
        table.add(Tasks.Pending.self) { call, session throws(ServiceError) in
            Tasks.Pending.Reply(tasks: await tasks.pending(of: try session.bundleID(named: call.bundleID)))
        }
        table.add(Tasks.List.self) { call, session throws(ServiceError) in
            var bundleID = call.bundleID
            if session.caller != .tool { bundleID = try session.bundleID(named: call.bundleID) }
            if let bundleID { _ = try await catalog.app(bundleID) }
            return Tasks.List.Reply(tasks: await tasks.records(of: bundleID))
        }
        table.addStream(Tasks.Follow.self) { call, session, writer in
            try await tasks.follow(bundleID: try Self.own(session), session: session) { event in
                try await writer.send(event, isLast: false)
            }
        }
        table.add(Tasks.TakeUp.self) { call, session throws(ServiceError) in
            try await tasks.takeUp(call.run, of: try Self.own(session), by: session.processID)
            return EmptyReply()
        }
        table.add(Tasks.Complete.self) { call, session throws(ServiceError) in
            try await tasks.complete(
                call.run, of: try Self.own(session), by: session.processID, success: call.success,
                failure: call.failure)
            return EmptyReply()
        }
        table.add(Tasks.ReportProgress.self) { call, session throws(ServiceError) in
            try await tasks.report(
                call.run, of: try Self.own(session), fraction: call.fraction, completed: call.completed,
                title: call.title, subtitle: call.subtitle)
            return EmptyReply()
        }
        table.add(Tasks.Stop.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            _ = try await catalog.app(bundleID)
            try await tasks.stop(call.identifier, of: bundleID)
            return EmptyReply()
        }
        table.add(Tasks.Simulate.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            guard await settings.isOn(.developerMode) else {
                throw ServiceError(
                    .developerModeOff,
                    "background tasks are simulated for developers alone: `ba settings developer-mode on`",
                    subject: bundleID)
            }
            _ = try await catalog.app(bundleID)
            switch call.simulation {
            case .launch:
                // What cannot be started is said to whoever waits for it.
                let isRunning = tasks.processes.activity.isRunning(bundleID)
                if !isRunning { _ = try await tasks.processes.launches.inBackground(bundleID) }
                try await tasks.simulateLaunch(call.identifier, of: bundleID)
            case .expiration: try await tasks.expire(call.identifier, of: bundleID, .simulated)
            case .unknown:
                throw ServiceError(
                    .taskNotFound, "this service knows no such simulation: it simulates launch and expiration",
                    subject: bundleID)
            }
            return EmptyReply()
        }
        table.add(Tasks.LowPowerMode.self) { _, _ throws(ServiceError) in
            for condition in await tasks.conditions.rules.ofAll {
                if case .lowPowerMode(let reason) = condition {
                    return Tasks.LowPowerMode.Reply(isOn: true, reason: reason)
                }
            }
            return Tasks.LowPowerMode.Reply(isOn: false, reason: nil)
        }
        table.add(Tasks.History.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            _ = try await catalog.app(bundleID)
            return Tasks.History.Reply(entries: try await tasks.history(of: bundleID, limit: call.limit))
        }
    }

    /// The app of a process that is an app's: what it is to do is nobody else's business.
    private static func own(_ session: Session) throws(ServiceError) -> String {
        guard session.caller.bundleID != nil else {
            throw ServiceError(
                .notAttributed,
                "process \(session.processID) is no app's: only an app is told of its background tasks (`ba run --app ID -- COMMAND` "
                    + "gives a command an app's identity)")
        }
        return try session.bundleID(named: nil)
    }

    /// A continued task is for what a person has just asked for.
    private func checkForeground(
        _ session: Session, _ bundleID: String, _ task: BackgroundTask
    ) throws(ServiceError) {
        guard !foreground.contains(session.processID) else { return }
        throw ServiceError(
            .callFromInactiveProcessNotAllowed,
            "process \(session.processID) of \(bundleID) is not in front: \(task.identifier) is a continued task, which a person "
                + "begins there", subject: bundleID)
    }
}
