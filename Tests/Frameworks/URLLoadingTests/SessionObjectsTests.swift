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

    private func work(_ number: Int64, of session: URLSession) throws -> BackgroundWork {
        let configuration = URLSessionConfiguration.background(withIdentifier: UUID().uuidString)
        let background = BackgroundSession.session(try #require(configuration as? BackgroundConfiguration))
        return BackgroundWork(
            number: number, .download, nil, nil, resumeID: nil, of: background, session: session, handler: nil)
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
        #expect(!objects.isDone(first, tasks: none, owesDrained: false))
        objects.conclude(1)
        #expect(objects.isDone(first, tasks: none, owesDrained: false))
    }

    @Test("One that leaves waits for its own tasks, and to hear that all has been told, unless it has cancelled them")
    func leaving() throws {
        let (first, second) = (session(), session())
        var objects = SessionObjects()
        for object in [first, second] { objects.add(object, tasks: none) }
        #expect(!objects.isDone(second, tasks: none, owesDrained: false))
        objects.leave(first, .whenHeard)
        objects.leave(second, .whenHeard)
        #expect(objects.leavers.count == 2)
        #expect(!objects.isDone(second, tasks: [try work(1, of: second)], owesDrained: false))
        #expect(!objects.isDone(second, tasks: none, owesDrained: true))
        // It is the other one that hears so.
        #expect(objects.isDone(first, tasks: none, owesDrained: true))
        objects.leave(second, .cancelled)
        #expect(objects.isDone(second, tasks: none, owesDrained: true))
        // It wants no more of it by asking once more.
        objects.leave(second, .whenHeard)
        #expect(objects.isDone(second, tasks: none, owesDrained: true))
        objects.remove(first)
        objects.remove(second)
        #expect(objects.isEmpty && objects.leavers.isEmpty)
        // It has gone: nothing comes of asking once more.
        objects.leave(second, .cancelled)
        #expect(!objects.isDone(second, tasks: none, owesDrained: false))
    }

    @Test("Nobody waits for what its app holds back") func suspended() throws {
        let (first, deaf) = (session(), session(heard: false))
        var objects = SessionObjects()
        let task = try work(1, of: deaf)
        objects.add(deaf, tasks: [task])
        objects.add(first, tasks: [task])
        objects.leave(first, .whenHeard)
        #expect(objects.listener(for: task) === first)
        #expect(objects.isDone(first, tasks: [task], owesDrained: false))
    }
}
