// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// `backgroundassets.v1.Sessions` on the wire.
struct SessionsHarness: Sendable {
    let sessions: SessionsService
    let catalog: AppCatalog

    func add(to table: inout MethodTable) {
        typealias Sessions = SessionsInterface
        table.addStream(Sessions.Open.self) { call, session, writer in
            let key = try Self.key(call.bundleID, call.session, session)
            try await sessions.open(key, call, session: session) { event in
                try await writer.send(event, isLast: false)
            }
        }
        table.add(Sessions.Add.self) { call, session throws(ServiceError) in
            let key = try Self.key(call.bundleID, call.session, session)
            try await sessions.add(call.task, to: key, by: session.processID)
            return EmptyReply()
        }
        table.add(Sessions.Change.self) { call, session throws(ServiceError) in
            let key = try Self.key(call.bundleID, call.session, session)
            try await sessions.change(
                call.number, in: key, isSuspended: call.isSuspended, priority: call.priority, text: call.text,
                by: session.processID)
            return EmptyReply()
        }
        table.add(Sessions.Cancel.self) { call, session throws(ServiceError) in
            let key = try Self.key(call.bundleID, call.session, session)
            return Sessions.Cancel.Reply(
                resumeID: try await sessions.cancel(
                    call.number, in: key, keeps: call.keeps ?? false, by: session.processID))
        }
        table.add(Sessions.Stop.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            _ = try await catalog.app(bundleID)
            return Sessions.Stop.Reply(
                numbers: try await sessions.stop(
                    call.number, in: SessionKey(bundleID: bundleID, identifier: call.session)))
        }
        table.add(Sessions.Conclude.self) { call, session throws(ServiceError) in
            let key = try Self.key(call.bundleID, call.session, session)
            return Sessions.Conclude.Reply(
                drains: try await sessions.conclude(call.number, in: key, by: session.processID))
        }
        table.add(Sessions.AnswerChallenge.self) { call, session throws(ServiceError) in
            let key = try Self.key(call.bundleID, call.session, session)
            try await sessions.answer(call.id, in: key, by: session.processID, call.reply)
            return EmptyReply()
        }
        table.add(Sessions.List.self) { call, session throws(ServiceError) in
            var bundleID = call.bundleID
            if session.caller != .tool { bundleID = try session.bundleID(named: call.bundleID) }
            if let bundleID { _ = try await catalog.app(bundleID) }
            let isOwn = session.caller.bundleID != nil
            return Sessions.List.Reply(
                tasks: await sessions.records(of: bundleID).map { isOwn ? $0 : $0.redacted })
        }
    }

    /// A session is its app's own: a tool has none, whatever it ends there for a person.
    private static func key(
        _ name: String?, _ identifier: String, _ session: Session
    ) throws(ServiceError) -> SessionKey {
        guard session.caller.bundleID != nil else {
            throw ServiceError(
                .notAttributed,
                "process \(session.processID) is no app's: only an app has background sessions (`ba run --app ID -- COMMAND` gives a "
                    + "command an app's identity)")
        }
        return SessionKey(bundleID: try session.bundleID(named: name), identifier: identifier)
    }
}

extension SessionTaskRecord {
    /// The same for those whom its secrets do not concern.
    fileprivate var redacted: SessionTaskRecord {
        var record = self
        record.task.request = task.request.redacted
        record.answer = nil
        return record
    }
}
