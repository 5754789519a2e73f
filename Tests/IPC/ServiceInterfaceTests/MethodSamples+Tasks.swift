// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface

extension Sample {
    static let task = BackgroundTask(
        "t", .continued, earliestBegin: 1.5, requiresNetwork: true, requiresExternalPower: false, title: "a",
        subtitle: "b")
    static let bareTask = BackgroundTask("t", .refresh)
}

extension MethodSamples {
    static func tasks() throws -> [MethodSamples] {
        typealias Tasks = TasksInterface
        return [
            try .init(
                [Tasks.Submit(bundleID: "b", task: Sample.task, queues: true, callID: "c")],
                bare: Tasks.Submit(task: Sample.bareTask), replies: [EmptyReply()], bareReply: EmptyReply()),
            try .init(
                [Tasks.Cancel(bundleID: "b", identifier: "t", callID: "c")], bare: Tasks.Cancel(identifier: nil),
                replies: [EmptyReply()], bareReply: EmptyReply()),
            try .init(
                [Tasks.Pending(bundleID: "b")], bare: Tasks.Pending(), replies: [.init(tasks: [Sample.task])],
                bareReply: .init(tasks: [Sample.bareTask])),
            try .init(
                [Tasks.List(bundleID: "b")], bare: Tasks.List(),
                replies: [
                    .init(tasks: [
                        TaskRecord(
                            bundleID: "b", task: Sample.task, state: .running, submittedAt: 1.5, run: 2, since: 2.5,
                            waiting: "w", condition: .lowPowerMode, nextAttempt: 3.5, fraction: 0.5)
                    ])
                ],
                bareReply: .init(tasks: [
                    TaskRecord(bundleID: "b", task: Sample.bareTask, state: .waiting, submittedAt: 1.5, since: 1.5)
                ])),
            try .init(
                [Tasks.LowPowerMode()], bare: Tasks.LowPowerMode(), replies: [.init(isOn: true, reason: "r")],
                bareReply: .init(isOn: false, reason: nil)),
            try .init(
                [Tasks.Follow(bundleID: "b")], bare: Tasks.Follow(),
                replies: [TaskEvent(.expiring, run: 1, task: Sample.task, expiration: .timeUsedUp, message: "m")],
                bareReply: TaskEvent(.subscribed)),
            try .init(
                [Tasks.TakeUp(bundleID: "b", run: 1)], bare: Tasks.TakeUp(run: 1), replies: [EmptyReply()],
                bareReply: EmptyReply()),
            try .init(
                [Tasks.Complete(bundleID: "b", run: 1, success: true, failure: "f")],
                bare: Tasks.Complete(run: 1, success: false), replies: [EmptyReply()], bareReply: EmptyReply()),
            try .init(
                [
                    Tasks.ReportProgress(
                        bundleID: "b", run: 1, fraction: 0.5, completed: 5, title: "a", subtitle: "b")
                ],
                bare: Tasks.ReportProgress(run: 1, fraction: 0.5), replies: [EmptyReply()], bareReply: EmptyReply()),
            try .init(Tasks.Stop(bundleID: "b", identifier: "t"), EmptyReply()),
            try .init(
                [Tasks.Simulate(bundleID: "b", identifier: "t", simulation: .launch)],
                bare: Tasks.Simulate(identifier: "t", simulation: .expiration), replies: [EmptyReply()],
                bareReply: EmptyReply()),
            try .init(
                [Tasks.History(bundleID: "b", limit: 1)], bare: Tasks.History(),
                replies: [
                    .init(entries: [
                        TaskHistoryEntry(
                            bundleID: "b", identifier: "t", run: 1, time: 2.5, event: "launched", detail: "d")
                    ])
                ],
                bareReply: .init(entries: [
                    TaskHistoryEntry(bundleID: "b", identifier: "t", time: 2.5, event: "submitted")
                ])),
        ]
    }
}
