// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import BackgroundAssets
import Foundation
import ServiceInterface
import Synchronization
import Testing
import Varlink

/// Apps and extensions that take turns: a real service, its database and the kernel's locks. Each manager stands for a process.
@Suite("Exclusive control", .timeLimit(.minutes(5))) struct ExclusiveControlTests {
    /// What several turns have said, in their order.
    final class Notes: Sendable {
        private let list = Mutex<[String]>([])
        var all: [String] { list.withLock { $0 } }
        func add(_ note: String) { list.withLock { $0.append(note) } }
    }

    /// A turn that lasts until it is let go.
    final class Hold: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let begun = Mutex(false)
        var hasBegun: Bool { begun.withLock { $0 } }

        func take(_ manager: BADownloadManager) {
            manager.withExclusiveControl { [self] acquired, _ in
                begun.withLock { $0 = acquired }
                semaphore.wait()
            }
        }

        func end() { semaphore.signal() }
    }

    /// Counts turns, and those that began while another one lasted.
    final class TurnMeter: Sendable {
        private let state = Mutex((inside: 0, count: 0, overlaps: 0))
        var count: Int { state.withLock { $0.count } }
        var overlaps: Int { state.withLock { $0.overlaps } }

        func begin() {
            state.withLock { state in
                state.inside += 1
                state.count += 1
                if state.inside > 1 { state.overlaps += 1 }
            }
        }

        func end() { state.withLock { $0.inside -= 1 } }
    }

    private func with(
        hasExtension: Bool = false, _ body: (ServiceWorld) async throws -> Void
    ) async throws {
        try await ServiceWorld.with(hasExtension: hasExtension) { world in
            try await world.install()
            try await body(world)
        }
    }

    private func held(by manager: BADownloadManager, _ world: ServiceWorld) async throws -> Hold {
        let hold = Hold()
        hold.take(manager)
        _ = try await world.wait { hold.hasBegun ? true : nil }
        return hold
    }

    private func isRefused(_ error: (any Error)?) -> Bool {
        let error = error as NSError?
        return error?.domain == BAErrorDomain && error?.code == BAErrorCode.callerConnectionNotAccepted.rawValue
    }

    @Test("B5: a wait of any length is one: it is told, and ends nothing", arguments: [1e300, -1e300, 4e9])
    func longWaits(seconds: Double) async throws {
        try await with { world in
            let (holder, waiter) = (try await world.app(), try await world.app())
            defer {
                holder.close()
                waiter.close()
            }
            func take(_ seconds: Double, on connection: VarlinkConnection) throws -> VarlinkReplies<ControlReply> {
                try connection.stream(
                    FilesInterface.TakeControl.method,
                    FilesInterface.TakeControl(id: UUID().uuidString, seconds: seconds),
                    returning: ControlReply.self)
            }
            var held = try take(0, on: holder).makeAsyncIterator()
            #expect(try await held.next()?.state == .granted)
            var waiting = try take(seconds, on: waiter).makeAsyncIterator()
            if seconds < 0 {
                await #expect(throws: (any Error).self) { _ = try await waiting.next() }
            } else {
                #expect(try await waiting.next()?.state == .waiting)
                #expect(try await world.explain(ServiceWorld.bundleID).contains { $0.condition == .exclusiveControl })
            }
            #expect(try await world.explain(ServiceWorld.bundleID).isEmpty == false)
        }
    }

    @Test("A12: who asks while another has control waits; who asks once is refused") func excluding() async throws {
        try await with { world in
            let (first, second) = (try await world.manager(), try await world.manager())
            let hold = try await held(by: first, world)
            let notes = Notes()
            second.withExclusiveControl { acquired, error in notes.add("\(acquired) \(error == nil)") }
            // The other process asks for the turn above first.
            let third = try await world.manager()
            await withCheckedContinuation { continuation in
                third.withExclusiveControl(beforeDate: .distantPast) { acquired, error in
                    notes.add("\(acquired) \(isRefused(error))")
                    continuation.resume()
                }
            }
            #expect(notes.all == ["false true"])
            hold.end()
            _ = try await world.wait { notes.all.count == 2 ? true : nil }
            #expect(notes.all == ["false true", "true true"])
            try await third.withExclusiveControl {}
            // It has ended by itself.
            #expect(try await third.withExclusiveControl(before: .distantPast) { 7 } == 7)
        }
    }

    @Test("A12: who waits until a date is refused then") func lateness() async throws {
        try await with { world in
            let (first, second) = (try await world.manager(), try await world.manager())
            let hold = try await held(by: first, world)
            defer { hold.end() }
            let error = Mutex<(any Error)?>(nil)
            let waiting = Task {
                do {
                    try await second.withExclusiveControl(before: Date() + 3_600) {}
                } catch let failure { error.withLock { $0 = failure } }
            }
            _ = try await world.wait {
                world.clock.advance(by: 3_601)
                return error.withLock { $0 } == nil ? nil : true
            }
            await waiting.value
            #expect(isRefused(error.withLock { $0 }))
        }
    }

    @Test("Turns of one process come one after the other; one whose time is up does not wait for those before it")
    func withinAProcess() async throws {
        try await with { world in
            let manager = try await world.manager()
            let hold = try await held(by: manager, world)
            let notes = Notes()
            for number in 1...3 {
                manager.withExclusiveControl { acquired, _ in notes.add("\(number) \(acquired)") }
            }
            for date in [Date.distantPast, Date() + 0.05] {
                let error = await #expect(throws: (any Error).self) {
                    try await manager.withExclusiveControl(before: date) {}
                }
                #expect(isRefused(error))
            }
            #expect(notes.all == [])
            // Only this process knows who waits in it, so that it is told who has control.
            let told = try await world.explain(ServiceWorld.bundleID)
            #expect(told.map(\.state) == ["in control"] && told.first?.since == world.clock.now, "\(told)")
            hold.end()
            try await manager.withExclusiveControl { notes.add("4") }
            #expect(notes.all == ["1 true", "2 true", "3 true", "4"])
        }
    }

    @Test("Whoever has control and asks for it is refused at once, and keeps it") func nesting() async throws {
        try await with { world in
            let manager = try await world.manager()
            let answer = DispatchSemaphore(value: 0)
            let notes = Notes()
            try await manager.withExclusiveControl {
                manager.withExclusiveControl { acquired, error in
                    notes.add("\(acquired) \(isRefused(error))")
                    answer.signal()
                }
                answer.wait()
                notes.add("held")
            }
            #expect(notes.all == ["false true", "held"])
        }
    }

    @Test("The asynchronous forms return what the body returns, and throw what it throws; control ends with both")
    func asynchronousForms() async throws {
        struct Failure: Error {}
        try await with { world in
            let (first, second) = (try await world.manager(), try await world.manager())
            #expect(try await first.withExclusiveControl { "value" } == "value")
            await #expect(throws: Failure.self) { try await first.withExclusiveControl { throw Failure() } }
            #expect(try await second.withExclusiveControl(before: .distantPast) { 1 } == 1)
            await #expect(throws: Failure.self) {
                try await second.withExclusiveControl(before: .distantFuture) { throw Failure() }
            }
            #expect(try await first.withExclusiveControl(before: .distantPast) { 2 } == 2)
        }
    }

    /// What belongs to the main actor, and is changed by what control was asked for.
    @MainActor private final class Catalog {
        /// The main actor runs on the main queue, whichever thread that has here.
        private static let mainQueue = DispatchSpecificKey<Bool>()

        init() { DispatchQueue.main.setSpecific(key: Self.mainQueue, value: true) }

        private(set) var names: [String] = []
        private(set) var places: [Bool] = []

        func contend(_ managers: [BADownloadManager]) async throws {
            let turns = managers.map { manager in
                Task { for _ in 0..<20 { try await add(manager) } }
            }
            let watching = Task { await watch() }
            for turn in turns { try await turn.value }
            await watching.value
        }

        private func add(_ manager: BADownloadManager) async throws {
            try await manager.withExclusiveControl {
                self.places.append(DispatchQueue.getSpecific(key: Self.mainQueue) ?? false)
                for number in 0..<100 { self.names.append("\(number)") }
            }
        }

        /// Changes it as well, for as long as the others do.
        private func watch() async {
            while names.count < 4_000, !Task.isCancelled {
                names.append("main")
                names.removeLast()
                await Task.yield()
            }
        }
    }

    @Test("The asynchronous forms do it where it was written: on the main actor, when that has asked")
    func isolation() async throws {
        try await with { world in
            let managers = [try await world.manager(), try await world.manager()]
            let catalog = await Catalog()
            try await catalog.contend(managers)
            let (names, places) = await (catalog.names, catalog.places)
            #expect(names.count == 4_000)
            #expect(places == [Bool](repeating: true, count: 40))
            // Whoever has had control on a thread has it no longer.
            try await managers[0].withExclusiveControl(before: .distantPast) {}
        }
    }

    @Test("A task that is cancelled waits no longer, whoever has control", arguments: [true, false])
    func cancellation(isOwn: Bool) async throws {
        try await with { world in
            let (first, second) = (try await world.manager(), try await world.manager())
            let hold = try await held(by: isOwn ? second : first, world)
            let waiting = Task { try await second.withExclusiveControl {} }
            let early = Task { try await second.withExclusiveControl {} }
            early.cancel()
            await #expect(throws: CancellationError.self) { try await early.value }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            hold.end()
            // Nobody is waited for who waits no longer.
            try await first.withExclusiveControl {}
            try await second.withExclusiveControl {}
        }
    }

    @Test("Control outlasts the service, and those who ask the next one wait for it, too") func restart() async throws {
        try await with { world in
            let (first, second) = (try await world.manager(), try await world.manager())
            let hold = try await held(by: first, world)
            try await world.restart()
            let hasEntered = Mutex(false)
            let waiting = Task { try await second.withExclusiveControl { hasEntered.withLock { $0 = true } } }
            let third = try await world.manager()
            let error = await #expect(throws: (any Error).self) {
                try await third.withExclusiveControl(before: .distantPast) {}
            }
            #expect(isRefused(error))
            #expect(!hasEntered.withLock { $0 })
            hold.end()
            _ = try await world.wait {
                world.clock.advance(by: 0.1)
                return hasEntered.withLock { $0 } ? true : nil
            }
            try await waiting.value
        }
    }

    @Test("A12: an extension waits for the app, and its process for its handler", arguments: ["Control", "Task"])
    func appAgainstExtension(_ name: String) async throws {
        try await with(hasExtension: true) { world in
            world.server.serve("/" + name, [UInt8]("content".utf8))
            let manager = try await world.manager()
            let hold = try await held(by: manager, world)
            try await world.schedule(world.file(name))
            try await world.waitForNoFiles()
            // It has been woken, and has nothing yet.
            _ = try await world.wait { world.cached("\(name).woken") }
            #expect(world.cached("\(name).finished") == nil)
            hold.end()
            let content = try await world.wait { world.cached("\(name).finished") }
            #expect(content == "content")
            try await world.waitForNoEndings()
            try await manager.withExclusiveControl {}
        }
    }

    @Test("A12: 10,000 turns that three processes contend for never overlap") func contention() async throws {
        try await with { world in
            let managers = [try await world.manager(), try await world.manager(), try await world.manager()]
            let meter = TurnMeter()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for manager in managers {
                    for _ in 0..<4 {
                        group.addTask {
                            while meter.count < 10_000, !Task.isCancelled {
                                try await manager.withExclusiveControl {
                                    meter.begin()
                                    meter.end()
                                }
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(meter.count >= 10_000)
            #expect(meter.overlaps == 0)
        }
    }

    @Test("The file of the lock goes with its app, unless a process still has it") func removal() async throws {
        try await with { world in
            let manager = try await world.manager()
            try await manager.withExclusiveControl {}
            let path = world.root + "/locks/" + ServiceWorld.bundleID
            #expect(FileManager.default.fileExists(atPath: path))
            let hold = try await held(by: manager, world)
            _ = try await world.call(AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false))
            #expect(FileManager.default.fileExists(atPath: path))
            hold.end()
            try await world.install()
            try await world.manager().withExclusiveControl {}
            _ = try await world.call(AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false))
            _ = try await world.wait { FileManager.default.fileExists(atPath: path) ? nil : true }
        }
    }
}
