// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DesktopNotifications
internal import Logging
internal import ServiceInterface

// What a person does with notifications.
extension NotificationsService {
    func take(_ signal: NotificationSignal) async {
        switch signal {
        case .chosen(let name, let action, let token):
            guard let key = NotificationKey(name: name) else { return }
            guard let own = Self.own(action) else {
                return logger.warning(
                    "the notification server names an action of \(key) that was not offered: \(action)")
            }
            await respond(key, own, token: token)
        case .replied(let name, let text, let token):
            guard let key = NotificationKey(name: name), let it = delivered[key],
                let action = category(of: it.request, key.bundleID)?.actions.first(where: \.takesText)
            else { return }
            await respond(key, action.identifier, text: text, token: token)
        case .closed(let name, let isByPerson):
            guard let key = NotificationKey(name: name) else { return }
            if isByPerson { await dismiss(key) } else { await hide { named, _ in named == key } }
        // Another one may show something by now.
        case .serverGone(let server): await hide { $1.server == server }
        }
    }

    /// The app's own name of an action; nil for what no notification of ours has, whatever its app has made of its categories meanwhile.
    private static func own(_ action: String) -> String? {
        if action == DesktopNotification.Action.defaultID { return NotificationEvent.defaultAction }
        let own = action.dropFirst(actionPrefix.count)
        return action.hasPrefix(actionPrefix) && !own.isEmpty ? String(own) : nil
    }

    /// What is shown no more is listed still.
    private func hide(_ isMeant: @escaping @Sendable (NotificationKey, ShownNumber) -> Bool) async {
        await inOrder { service in
            var change = NotificationChange()
            for (key, it) in service.delivered where it.number.map({ isMeant(key, $0) }) ?? false {
                service.delivered[key]?.number = nil
                do throws(AssetStoreError) {
                    if let it = service.delivered[key] { change.kept.append(try it.stored(of: key)) }
                } catch { service.logger.error("\(key) is not recorded: \(error)") }
            }
            await service.record(change)
        }
        changes.signal()
    }

    private func dismiss(_ key: NotificationKey) async {
        guard let it = delivered[key] else { return }
        if category(of: it.request, key.bundleID)?.tellsDismissal == true {
            return await respond(key, NotificationEvent.dismissAction)
        }
        await inOrder { service in
            if service.delivered.removeValue(forKey: key)?.number != nil { service.server?.close(key.name) }
            var change = NotificationChange()
            change.removed = [key.stored(.delivered)]
            await service.record(change)
        }
        changes.signal()
    }

    /// A person opens a notification, or chooses one of its actions, elsewhere than on the desktop.
    func open(
        _ identifier: String, of bundleID: String, action: String?, text: String?
    ) async throws(ServiceError) {
        _ = try await catalog.app(bundleID)
        let key = NotificationKey(bundleID: bundleID, identifier: identifier)
        guard let it = delivered[key] else {
            throw ServiceError(
                .notificationNotFound, "\(bundleID) has delivered no notification \(identifier), or it is gone",
                subject: identifier)
        }
        let action = action ?? NotificationEvent.defaultAction
        let own = category(of: it.request, bundleID)?.actions ?? []
        guard
            [NotificationEvent.defaultAction, NotificationEvent.dismissAction].contains(action)
                || own.contains(where: { $0.identifier == action })
        else {
            throw ServiceError(
                .notificationNotFound,
                "\(key) has no action \(action): it has \((["default", "dismiss"] + own.map(\.identifier)).joined(separator: ", "))",
                subject: identifier)
        }
        // It goes; whether its app hears of that its category says.
        if action == NotificationEvent.dismissAction, text == nil { return await dismiss(key) }
        let takesText = own.first { $0.identifier == action }?.takesText ?? false
        guard takesText || text == nil else {
            throw ServiceError(
                .notificationNotFound, "the action \(action) of \(key) takes no text: leave it out", subject: identifier
            )
        }
        // Who says nothing has said that.
        await respond(key, action, text: takesText ? text ?? "" : nil)
    }

    /// Responses of an app that wait for it.
    private static let largestResponseCount = 100

    private func respond(_ key: NotificationKey, _ action: String, text: String? = nil, token: String? = nil) async {
        let number = await inOrder { service -> Int64? in
            let number = await service.nextNumber()
            guard let it = service.delivered.removeValue(forKey: key) else { return nil }
            if it.number != nil { service.server?.close(key.name) }
            let response = NotificationResponse(
                request: it.request, deliveredAt: it.time, action: action, text: text)
            let own = service.responses.filter { $0.value.bundleID == key.bundleID }.keys.sorted()
            // Of an app that takes note of none the oldest go.
            let excess = own.dropLast(Self.largestResponseCount - 1)
            for old in excess { service.responses[old] = nil }
            service.responses[number] = HeldResponse(
                bundleID: key.bundleID, response: response, opensApp: service.opensApp(key, action))
            var change = NotificationChange()
            change.removed = [key.stored(.delivered)]
            change.takenResponses = Array(excess)
            do throws(AssetStoreError) {
                change.responses = [try response.stored(number, of: key.bundleID)]
            } catch { service.logger.error("\(key) is not recorded: \(error)") }
            await service.record(change)
            service.logger.info("\(key): a person has chosen \(action)")
            return number
        }
        guard let number else { return }
        // A process where nobody sees it makes way first for the one that is opened.
        if responses[number]?.opensApp != true { offerResponses(of: key.bundleID) }
        await bring(key.bundleID, to: number, token: token)
        offerResponses(of: key.bundleID)
    }

    /// Has an app be there for a response.
    func bring(_ bundleID: String, to number: Int64, token: String? = nil) async {
        guard let held = responses[number], responses[number]?.bring() ?? false else { return }
        let processID = follower(of: bundleID)?.follower.processID
        if held.opensApp {
            await opening.open(bundleID, processID, token)
        } else {
            awake[bundleID] = clock.now + Self.responseTime
            await opening.wake(bundleID, processID)
        }
        changes.signal()
    }

    private func opensApp(_ key: NotificationKey, _ action: String) -> Bool {
        if action == NotificationEvent.defaultAction { return true }
        return apps[key.bundleID]?.categories.lazy.flatMap(\.actions).first { $0.identifier == action }?.opensApp
            ?? false
    }

    /// Responses are over: taken note of, or told often enough.
    func drop(_ numbers: [Int64]) async {
        await inOrder { service in
            for number in numbers { service.responses[number] = nil }
            var change = NotificationChange()
            change.takenResponses = numbers
            await service.record(change)
        }
    }

    /// A person quits an app: it does not come again for what they have done before.
    func noteQuitting(of bundleID: String) {
        for number in responses.keys where responses[number]?.bundleID == bundleID { responses[number]?.noteQuitting() }
    }

    /// The delegate of an app is about to hear what a person has done.
    func beginResponse(_ number: Int64, of bundleID: String, by processID: Int32) throws(ServiceError) {
        guard responses[number]?.bundleID == bundleID else { throw notTold(number, bundleID) }
        responses[number]?.noteBeginning(in: processID, isInFront: opening.isInFront(processID))
    }

    private func notTold(_ number: Int64, _ bundleID: String) -> ServiceError {
        ServiceError(
            .notificationNotFound, "\(bundleID) is not told of a response \(number), or no more", subject: bundleID)
    }

    /// An app has been told what a person has done.
    func takeResponse(_ number: Int64, of bundleID: String) async throws(ServiceError) {
        guard responses[number]?.bundleID == bundleID else { throw notTold(number, bundleID) }
        await drop([number])
        guard awake[bundleID] != nil, !responses.values.contains(where: { $0.bundleID == bundleID }) else { return }
        awake[bundleID] = nil
        await opening.settleSoon(bundleID)
        changes.signal()
    }
}
