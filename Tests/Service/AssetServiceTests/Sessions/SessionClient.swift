// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServiceInterface
import Synchronization
import Varlink

/// A process of an app that has a background session: it speaks with the service itself, and keeps what it is told.
final class SessionClient: Sendable {
    /// What has come, and how that has ended.
    private final class Heard: Sendable {
        private let state = Mutex<(events: [SessionEvent], failure: (any Error)?)>(([], nil))

        var events: [SessionEvent] { state.withLock { $0.events } }
        var failure: (any Error)? { state.withLock { $0.failure } }

        func take(_ event: SessionEvent) { state.withLock { $0.events.append(event) } }
        func end(_ error: any Error) { state.withLock { $0.failure = error } }
    }

    private let calls: VarlinkConnection
    private let stream: VarlinkConnection
    private let task: Mutex<Task<Void, any Error>?>
    private let heard = Heard()
    let identifier: String

    /// Opens a session, and returns when it is this process's.
    init(
        _ world: ServiceWorld, _ identifier: String = "weather", of bundleID: String = ServiceWorld.bundleID,
        settings: SessionSettings = SessionSettings()
    ) async throws {
        self.identifier = identifier
        calls = try await world.app(bundleID)
        stream = try await world.app(bundleID)
        task = Mutex(nil)
        let call = SessionsInterface.Open(session: identifier, settings: settings)
        let replies = try stream.stream(SessionsInterface.Open.method, call, returning: SessionEvent.self)
        let reading = Task { [heard] in
            do { for try await event in replies { heard.take(event) } } catch {
                heard.end(error)
                throw error
            }
        }
        task.withLock { $0 = reading }
        _ = try await world.wait {
            if let error = heard.failure { throw (error as? VarlinkError).flatMap { ServiceError($0) } ?? error }
            return events.isEmpty ? nil : true
        }
    }

    var events: [SessionEvent] { heard.events }

    /// Those of one kind, of one task.
    func events(_ kind: SessionEvent.Kind, _ number: Int64? = nil) -> [SessionEvent] {
        events.filter { $0.kind == kind && (number == nil || $0.number == number) }
    }

    /// Waits for the end of a task.
    func end(of number: Int64, in world: ServiceWorld) async throws -> SessionEvent {
        try await world.wait { events(.ended, number).first }
    }

    func call<Method: ServiceMethod>(_ method: Method) async throws -> Method.Reply {
        try await ServiceWorld.call(method, on: calls)
    }

    func add(_ task: SessionTask) async throws {
        _ = try await call(SessionsInterface.Add(session: identifier, task: task))
    }

    func add(
        _ number: Int64, _ url: String, as kind: SessionTask.Kind = .download, method: String = "GET",
        uploadPath: String? = nil, resumeID: String? = nil, earliestBegin: Double? = nil
    ) async throws {
        try await add(
            SessionTask(
                number: number, kind: kind, request: FileRequest(url: url, method: method), uploadPath: uploadPath,
                resumeID: resumeID, earliestBegin: earliestBegin))
    }

    @discardableResult func cancel(_ number: Int64, keeps: Bool = false) async throws -> String? {
        try await call(SessionsInterface.Cancel(session: identifier, number: number, keeps: keeps)).resumeID
    }

    /// - Returns: how many `drained` the process is told of.
    @discardableResult func conclude(_ number: Int64) async throws -> Int? {
        try await call(SessionsInterface.Conclude(session: identifier, number: number)).drains
    }

    /// The process is gone.
    func close() {
        task.withLock { $0?.cancel() }
        calls.close()
        stream.close()
    }
}
