// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServiceInterface
import Testing

@testable import URLLoading

@Suite("Objects of a background session") struct SessionObjectsTests {
    private final class Delegate: NSObject, URLSessionDelegate {}

    private func session(heard: Bool = true) -> URLSession {
        URLSession(configuration: .default, delegate: heard ? Delegate() : nil, delegateQueue: nil)
    }

    /// As it is now.
    private func isDone(
        _ session: URLSession, _ objects: SessionObjects, _ works: BackgroundWork..., awaitsDrained: Bool = false
    ) -> Bool {
        var objects = objects
        return objects.isDone(session, tasks: WorkTable.tasks(works), awaitsDrained: awaitsDrained)
    }

    private func background() throws -> BackgroundSession {
        let configuration = URLSessionConfiguration.background(withIdentifier: UUID().uuidString)
        return BackgroundSession.session(try #require(configuration as? BackgroundConfiguration))
    }

    private func work(_ number: Int64, of session: URLSession) throws -> BackgroundWork {
        BackgroundWork(
            number: number, .download, nil, nil, resumeID: nil, of: try background(), session: session, handler: nil)
    }

    private let none: [BackgroundWork] = []

    @Test("The newest that stays hears of what nobody else does; of those that leave the newest") func hearers() throws
    {
        let (first, second, deaf) = (session(), session(), session(heard: false))
        var objects = SessionObjects()
        for object in [first, second, deaf] { objects.add(object, tasks: none) }
        let task = try work(1, of: deaf)
        #expect(objects.listener(for: task) === second)
        objects.leave(second, .whenHeard)
        #expect(objects.hearer === first)
        #expect(objects.listener(for: task) === first)
        objects.leave(first, .whenHeard)
        #expect(objects.hearer === second)
        // What one has made itself it hears of, also while it leaves.
        #expect(objects.listener(for: try work(2, of: first)) === first)
    }

    @Test("Who is being told of an end stays until it has heard, and nobody else is told") func told() throws {
        let (first, deaf) = (session(), session(heard: false))
        var objects = SessionObjects()
        for object in [deaf, first] { objects.add(object, tasks: none) }
        let task = try work(1, of: deaf)
        #expect(objects.teller(for: task) === first)
        objects.leave(first, .cancelled)
        let second = session()
        objects.add(second, tasks: none)
        #expect(objects.hearer === second)
        #expect(objects.teller(for: task) === first)
        #expect(!isDone(first, objects))
        objects.conclude(1, isKnown: false)
        #expect(isDone(first, objects))
    }

    @Test("Who has heard of an end stays until it is known whether that was all") func concluding() throws {
        let session = session()
        var objects = SessionObjects()
        objects.add(session, tasks: none)
        _ = objects.teller(for: try work(1, of: session))
        objects.leave(session, .whenHeard)
        objects.conclude(1, isKnown: false)
        #expect(!isDone(session, objects))
        let heard = objects.conclude(1, isKnown: true)
        #expect(heard === session)
        #expect(isDone(session, objects))
    }

    @Test("One that nobody has any more is looked at when what it has heard of is known") func gone() throws {
        var objects = SessionObjects()
        objects.add(session(), tasks: none)
        var deaf: URLSession? = session(heard: false)
        weak let isThere = deaf
        func hear(_ session: URLSession) throws {
            objects.add(session, tasks: none)
            objects.add(self.session(), tasks: none)
            let work = BackgroundWork(
                number: 1, .data, nil, nil, resumeID: nil, of: try background(), session: session,
                handler: .data { _, _, _ in })
            let teller = objects.teller(for: work)
            #expect(teller === session)
            objects.leave(session, .whenHeard)
            objects.conclude(1, isKnown: false)
        }
        try hear(try #require(deaf))
        deaf = nil
        #expect(isThere != nil)
        let last = objects.conclude(1, isKnown: true)
        #expect(objects.leavers(and: last).contains { $0 === last })
        #expect(last === isThere)
    }

    @Test("The hearer waits until it is known whether what another one has heard of was all") func hearing() throws {
        let (deaf, hearer) = (session(heard: false), session())
        var objects = SessionObjects()
        for object in [deaf, hearer] { objects.add(object, tasks: none) }
        let work = BackgroundWork(
            number: 1, .data, nil, nil, resumeID: nil, of: try background(), session: deaf,
            handler: .data { _, _, _ in })
        _ = objects.teller(for: work)
        objects.conclude(1, isKnown: false)
        objects.leave(hearer, .whenHeard)
        #expect(!isDone(hearer, objects))
        objects.conclude(1, isKnown: true)
        #expect(isDone(hearer, objects))
    }

    @Test("One that leaves waits for what others have made and only it hears of, one after the other") func others()
        throws
    {
        let (first, deaf) = (session(), session(heard: false))
        var objects = SessionObjects()
        let works = try (1...3).map { try work(Int64($0), of: deaf) }
        for work in works { work.withState { $0.status = .running } }
        for object in [deaf, first] { objects.add(object, tasks: works) }
        objects.leave(first, .whenHeard)
        var left = WorkTable.tasks(works)
        for number in 1...3 {
            let isDone = objects.isDone(first, tasks: left, awaitsDrained: false)
            #expect(!isDone)
            left[Int64(number)] = nil
        }
        let isDone = objects.isDone(first, tasks: left, awaitsDrained: false)
        #expect(isDone)
    }

    @Test("One that leaves waits for its own tasks, and to hear that all has been told, unless it has cancelled them")
    func leaving() throws {
        let (first, second) = (session(), session())
        var objects = SessionObjects()
        for object in [first, second] { objects.add(object, tasks: none) }
        #expect(!isDone(second, objects))
        objects.leave(first, .whenHeard)
        objects.leave(second, .whenHeard)
        #expect(objects.leavers().count == 2)
        #expect(!isDone(second, objects, try work(1, of: second)))
        #expect(!isDone(second, objects, awaitsDrained: true))
        // It is the other one that hears so.
        #expect(isDone(first, objects, awaitsDrained: true))
        objects.leave(second, .cancelled)
        #expect(isDone(second, objects, awaitsDrained: true))
        // It wants no more of it by asking once more.
        objects.leave(second, .whenHeard)
        #expect(isDone(second, objects, awaitsDrained: true))
        objects.remove(first)
        objects.remove(second)
        #expect(objects.isEmpty && objects.leavers().isEmpty)
        // It has gone: nothing comes of asking once more.
        objects.leave(second, .cancelled)
        #expect(!isDone(second, objects))
    }

    @Test("Nobody waits for what its app holds back") func suspended() throws {
        let (first, deaf) = (session(), session(heard: false))
        var objects = SessionObjects()
        let task = try work(1, of: deaf)
        objects.add(deaf, tasks: [task])
        objects.add(first, tasks: [task])
        objects.leave(first, .whenHeard)
        #expect(objects.listener(for: task) === first)
        #expect(isDone(first, objects, task))
    }
}
