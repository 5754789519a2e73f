// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@testable import HostingStorage

@Suite("Jobs in storage", .timeLimit(.minutes(2))) struct JobQueueTests {
    private func add(_ world: HostWorld, _ subject: String) async throws {
        let time = world.clock.now
        try await world.store.database.write { (connection) throws(StorageError) in
            try JobQueue.add(.process, for: subject, id: "job-" + subject, at: time, in: connection)
        }
    }

    private func finish(_ world: HostWorld, _ job: Job) async throws -> Bool {
        try await world.store.database.write { (connection) throws(StorageError) in
            try JobQueue.finish(job, in: connection)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func oneWorkerAtATimeHasAJob(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let jobs = world.jobs
            #expect(try await jobs.take() == nil)
            #expect(try await jobs.nextTime() == nil)
            for subject in ["a", "b", "c"] { try await add(world, subject) }
            // One of a kind for each subject.
            try await add(world, "b")
            let taken = try await withThrowingTaskGroup(of: Job?.self) { group in
                for _ in 0..<8 { group.addTask { try await jobs.take() } }
                return try await group.reduce(into: [String]()) { if let job = $1 { $0.append(job.subject) } }
            }
            #expect(taken.sorted() == ["a", "b", "c"])
        }
    }

    @Test(arguments: DatabaseKind.allCases) func aWorkerThatIsGoneLosesItsJob(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            try await add(world, "a")
            let first = try #require(try await world.jobs.take())
            world.clock.advance(seconds: 50)
            #expect(try await world.jobs.renew(first))
            world.clock.advance(seconds: 50)
            #expect(try await world.jobs.take() == nil)
            #expect(try await world.jobs.nextTime() == Timestamp(milliseconds: world.clock.now.milliseconds + 10_000))
            world.clock.advance(seconds: 10)
            let second = try #require(try await world.jobs.take())
            #expect(second.attempt == 2)
            // Who comes back finds that it is no longer its own.
            #expect(try await !world.jobs.renew(first))
            #expect(try await !finish(world, first))
            #expect(try await finish(world, second))
            #expect(try await world.jobs.nextTime() == nil)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func whatComesToNothingIsTriedAgainLater(_ kind: DatabaseKind) async throws
    {
        try await HostWorld.with(kind) { world in
            try await add(world, "a")
            let job = try #require(try await world.jobs.take())
            try await world.jobs.retry(job, after: 30)
            #expect(try await world.jobs.take() == nil)
            world.clock.advance(seconds: 30)
            #expect(try await world.jobs.take()?.attempt == 2)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func whatThereIsToDoIsCounted(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            #expect(try await world.jobs.backlogs() == Job.Kind.allCases.map { JobBacklog(kind: $0) })
            for subject in ["a", "b", "c", "d"] { try await add(world, subject) }
            let failed = try #require(try await world.jobs.take())
            try await world.jobs.retry(failed, after: 100)
            world.clock.advance(seconds: 5)
            _ = try #require(try await world.jobs.take())
            world.clock.advance(seconds: 2.5)
            #expect(
                try await world.jobs.backlogs() == [
                    JobBacklog(kind: .process, due: 2, running: 1, later: 1, oldestDue: 7.5),
                    JobBacklog(kind: .build), JobBacklog(kind: .deliver), JobBacklog(kind: .mail),
                ])
            // Those whose worker is gone are due again.
            world.clock.advance(seconds: 100)
            #expect(
                try await world.jobs.backlogs().first
                    == JobBacklog(kind: .process, due: 4, running: 0, later: 0, oldestDue: 107.5))
        }
    }
}
