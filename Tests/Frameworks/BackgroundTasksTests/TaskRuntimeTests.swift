// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import IPCTestSupport
import ServiceInterface
import Synchronization
import SystemSupport
import Testing
import Varlink

@testable import BackgroundTasks

@Suite(.timeLimit(.minutes(1))) struct TaskRuntimeTests {
    /// What the service was asked, and who follows it.
    private final class Service: Sendable {
        /// It answers that it has heard of an end, and is killed before that is on record; else before it answers.
        let answersEnds: Bool
        let follows = Mutex(0)
        let takenUp = Mutex<[Int64]>([])
        let completed = Mutex<[Int64]>([])
        let peer = Mutex<ScriptedPeer?>(nil)

        init(answersEnds: Bool) { self.answersEnds = answersEnds }

        func answer(_ call: VarlinkCall, _ connection: ScriptedConnection, root: String) throws {
            switch call.method {
            case AppsInterface.Hello.method:
                connection.reply(
                    AppsInterface.Hello.Reply(
                        protocolVersion: 1, root: root, bundleID: "org.example.game", appGroupID: nil,
                        configurationProblem: nil, resolvedLanguage: nil))
            case TasksInterface.Follow.method:
                let count = follows.withLock { count in
                    count += 1
                    return count
                }
                connection.reply(TaskEvent(.subscribed), continues: true)
                // A later service knows of the first run still, and has another one.
                for run in 1...Int64(count) {
                    connection.reply(
                        TaskEvent(.launched, run: run, task: BackgroundTask("refresh", .refresh)), continues: true)
                }
            case TasksInterface.TakeUp.method:
                let run = try call.parameters(as: TasksInterface.TakeUp.self).run
                takenUp.withLock { $0.append(run) }
                connection.reply(EmptyReply())
            case TasksInterface.Complete.method:
                let run = try call.parameters(as: TasksInterface.Complete.self).run
                let isFirst = completed.withLock { completed in
                    completed.append(run)
                    return completed.count == 1
                }
                if !isFirst || answersEnds { connection.reply(EmptyReply()) }
                if isFirst { peer.withLock { $0?.dropConnections() } }
            default: connection.reply(EmptyReply())
            }
        }
    }

    @Test(
        "A run that has ended does not begin again with a service that does not know so, which is told",
        arguments: [true, false])
    func endedRuns(isAnswered: Bool) async throws {
        let folder = try IPCTestSupport.TemporaryFolder()
        let location = ServiceLocation(root: folder.path)
        let service = Service(answersEnds: isAnswered)
        let peer = try ScriptedPeer(path: location.socketPath) { call, connection in
            do { try service.answer(call, connection, root: location.root) } catch {
                Issue.record("\(call.method): \(error)")
            }
        }
        service.peer.withLock { $0 = peer }
        defer { peer.stop() }
        let runtime = TaskRuntime(environment: [
            ServiceLocation.rootVariable: folder.path, "BACKGROUND_ASSETS_BUNDLE_ID": "org.example.game",
        ])
        let (runs, begun) = AsyncStream<Void>.makeStream()
        _ = runtime.register(
            "refresh",
            TaskHandler(queue: nil) { task in
                task.setTaskCompleted(success: true)
                begun.yield()
            })
        var iterator = runs.makeAsyncIterator()
        await iterator.next()
        await iterator.next()
        // They are taken up in their order: the first one would have been by now.
        let takenUp = service.takenUp.withLock { $0 }
        #expect(takenUp == [1, 2])
        try await eventually {
            let completed = service.completed.withLock { $0 }
            return completed.count { $0 == 1 } >= 2 && completed.contains(2)
        }
    }
}
