// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// `backgroundassets.v1.Notifications` on the wire.
struct NotificationsHarness: Sendable {
    let notifications: NotificationsService
    let catalog: AppCatalog
    let calls: CallLedger

    func add(to table: inout MethodTable) {
        typealias Notifications = NotificationsInterface
        table.add(Notifications.Authorize.self) { call, session throws(ServiceError) in
            Notifications.Authorize.Reply(
                granted: try await notifications.authorize(try session.bundleID(named: call.bundleID)))
        }
        table.add(Notifications.Settings.self) { call, session throws(ServiceError) in
            Notifications.Settings.Reply(
                authorization: try await notifications.authorization(of: try session.bundleID(named: call.bundleID)))
        }
        table.add(Notifications.Add.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            let key = CallKey(session, Notifications.Add.method, call.callID)
            let answer = calls.answer(key, EmptyReply())
            return try await calls.once(key) { () async throws(ServiceError) in
                try await notifications.add(call.request, of: bundleID, answer: answer)
                return EmptyReply()
            }
        }
        table.add(Notifications.Remove.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            guard call.state != .unknown else {
                throw ServiceError(
                    .notificationInvalid, "this service knows no such state: notifications are pending or delivered",
                    subject: bundleID)
            }
            try await notifications.remove(call.state, call.identifiers, of: bundleID)
            return EmptyReply()
        }
        table.add(Notifications.List.self) { call, session throws(ServiceError) in
            var bundleID = call.bundleID
            if session.caller != .tool { bundleID = try session.bundleID(named: call.bundleID) }
            if let bundleID { _ = try await catalog.app(bundleID) }
            return Notifications.List.Reply(notifications: await notifications.records(of: bundleID))
        }
        table.add(Notifications.SetCategories.self) { call, session throws(ServiceError) in
            try await notifications.set(call.categories, of: try session.bundleID(named: call.bundleID))
            return EmptyReply()
        }
        table.add(Notifications.Categories.self) { call, session throws(ServiceError) in
            Notifications.Categories.Reply(
                categories: await notifications.categories(of: try session.bundleID(named: call.bundleID)))
        }
        table.add(Notifications.SetBadge.self) { call, session throws(ServiceError) in
            try await notifications.setBadge(call.count, of: try session.bundleID(named: call.bundleID))
            return EmptyReply()
        }
        table.addStream(Notifications.Follow.self) { call, session, writer in
            try await notifications.follow(bundleID: try Self.own(session), session: session) { event in
                try await writer.send(event, isLast: false)
            }
        }
        table.add(Notifications.Present.self) { call, session throws(ServiceError) in
            try await notifications.present(
                call.number, of: try Self.own(session), isShown: call.isShown, isListed: call.isListed,
                isSilent: call.isSilent)
            return EmptyReply()
        }
        table.add(Notifications.BeginResponse.self) { call, session throws(ServiceError) in
            try await notifications.beginResponse(call.number, of: try Self.own(session), by: session.processID)
            return EmptyReply()
        }
        table.add(Notifications.TakeResponse.self) { call, session throws(ServiceError) in
            try await notifications.takeResponse(call.number, of: try Self.own(session))
            return EmptyReply()
        }
        table.add(Notifications.Open.self) { call, _ throws(ServiceError) in
            try await notifications.open(call.identifier, of: call.bundleID, action: call.action, text: call.text)
            return EmptyReply()
        }
        table.add(Notifications.Allow.self) { call, _ throws(ServiceError) in
            try await notifications.allow(call.bundleID, call.isAllowed)
            return EmptyReply()
        }
    }

    /// The app of a process that is an app's: what a person does with its notifications is nobody else's business.
    private static func own(_ session: Session) throws(ServiceError) -> String {
        guard session.caller.bundleID != nil else {
            throw ServiceError(
                .notAttributed,
                "process \(session.processID) is no app's: only an app is told of its notifications (`ba run --app ID -- COMMAND` "
                    + "gives a command an app's identity)")
        }
        return try session.bundleID(named: nil)
    }
}
