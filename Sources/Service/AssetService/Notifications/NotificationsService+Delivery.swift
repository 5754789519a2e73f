// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import DesktopNotifications
internal import Logging
internal import ServiceInterface

// How a person is told.
extension NotificationsService {
    /// Does what is to be done now.
    ///
    /// - Returns: when there may be something else to do (seconds since 1970); nil for never.
    func deliverDue() async -> Double? {
        // One after the other: what is taken back while others are being shown is not shown.
        while let (key, request) = await inOrder({ $0.pending.takeFirstDue(now: $0.clock.now) }) {
            await deliver(key, request)
        }
        let now = clock.now
        for (number, asked) in presentations.sorted(by: { $0.key < $1.key })
        where asked.end <= now || followers[asked.follower] == nil {
            // It may have said so while another one was being shown.
            guard presentations.removeValue(forKey: number) != nil else { continue }
            await show(asked.key, asked.request, isSilent: asked.request.content.isSilent)
        }
        for (bundleID, end) in awake where end <= now {
            awake[bundleID] = nil
            logger.warning("\(bundleID) has not taken note of what a person has done with its notification")
            await opening.settle(bundleID)
        }
        let times = [pending.nextTime] + presentations.values.map { $0.end } + awake.values.map { $0 }
        return times.compactMap(\.self).min()
    }

    private func deliver(_ key: NotificationKey, _ request: NotificationRequest) async {
        if apps[key.bundleID]?.authorization == .denied { return await drop(key) }
        if let (id, follower) = follower(of: key.bundleID), opening.isInFront(follower.processID) {
            let number = await nextNumber()
            presentations[number] = Presentation(
                key: key, request: request, follower: id, end: clock.now + Self.presentationTime)
            follower.mailbox.post(
                NotificationEvent(.presenting, number: number, request: request, deliveredAt: clock.now))
        } else {
            await show(key, request, isSilent: request.content.isSilent)
        }
    }

    /// An app in front says whether a person is told all the same.
    func present(
        _ number: Int64, of bundleID: String, isShown: Bool, isListed: Bool, isSilent: Bool
    ) async throws(ServiceError) {
        guard let asked = presentations[number], asked.key.bundleID == bundleID else {
            throw ServiceError(
                .notificationNotFound, "\(bundleID) is not asked about a notification \(number), or no more",
                subject: bundleID)
        }
        presentations[number] = nil
        if isShown || isListed {
            await show(
                asked.key, asked.request, isSilent: isSilent || asked.request.content.isSilent, isShown: isShown)
        } else {
            await drop(asked.key)
        }
        changes.signal()
    }

    /// A person is not told.
    private func drop(_ key: NotificationKey) async {
        await inOrder { service in
            var change = NotificationChange()
            service.note(key, in: &change)
            await service.record(change)
        }
    }

    /// Until now it was on record as what waits.
    private func note(_ key: NotificationKey, in change: inout NotificationChange) {
        // One that repeats waits again, and so does what was asked for by that name meanwhile.
        guard let entry = pending.entries[key] else { return change.removed.append(key.stored(.pending)) }
        do throws(AssetStoreError) { change.kept.append(try entry.stored(of: key)) } catch {
            logger.error("\(key) is not recorded: \(error)")
        }
    }

    private func show(
        _ key: NotificationKey, _ request: NotificationRequest, isSilent: Bool, isShown: Bool = true
    ) async {
        let before = delivered[key]?.number
        // It may be chosen before it is known to be shown.
        delivered[key] = DeliveredNotification(request: request, time: clock.now, number: before)
        let number = isShown ? await server?.show(await desktopNotification(key, request, isSilent), as: key.name) : nil
        await inOrder { service in
            var change = NotificationChange()
            service.note(key, in: &change)
            // A person may have been faster.
            if service.delivered[key] != nil {
                service.delivered[key]?.number = number
                do throws(AssetStoreError) {
                    if let it = service.delivered[key] { change.kept.append(try it.stored(of: key)) }
                } catch { service.logger.error("\(key) is not recorded: \(error)") }
            }
            for key in service.oldestBeyondLimit(of: key.bundleID) {
                if service.delivered.removeValue(forKey: key)?.number != nil { service.server?.close(key.name) }
                change.removed.append(key.stored(.delivered))
            }
            await service.record(change)
            // Its app has taken it away while it was being shown.
            if service.delivered[key] == nil, number != nil { service.server?.close(key.name) }
        }
        if let badge = request.content.badge {
            do throws(ServiceError) { try await setBadge(badge, of: key.bundleID) } catch {
                logger.warning("the badge of \(key.bundleID) is not set: \(error)")
            }
        }
        logger.info("\(key) is delivered\(number == nil ? ", and listed" : "")")
    }

    /// Notifications of an app that are listed once they were delivered.
    private static let deliveredLimit = 100

    /// What is listed no more, as so much has come after it.
    private func oldestBeyondLimit(of bundleID: String) -> [NotificationKey] {
        let keys = delivered.filter { $0.key.bundleID == bundleID }
            .sorted { ($0.value.time, $0.key) < ($1.value.time, $1.key) }.map(\.key)
        return Array(keys.dropLast(Self.deliveredLimit))
    }

    private func desktopNotification(
        _ key: NotificationKey, _ request: NotificationRequest, _ isSilent: Bool
    ) async -> DesktopNotification {
        var name = key.bundleID
        do throws(ServiceError) { name = try await catalog.bundle(of: key.bundleID).information.name } catch {
            logger.debug("\(key.bundleID) has no name: \(error)")
        }
        let content = request.content
        let actions = category(of: request, key.bundleID)?.actions ?? []
        var shown = [DesktopNotification.Action(id: DesktopNotification.Action.defaultID, title: "Open")]
        // A desktop takes one text.
        let texts = actions.filter(\.takesText).prefix(1)
        shown += actions.filter { !$0.takesText }.map { .init(id: Self.actionPrefix + $0.identifier, title: $0.title) }
        shown += texts.map { .init(id: DesktopNotification.Action.replyID, title: $0.title) }
        return DesktopNotification(
            application: name, desktopEntry: key.bundleID, summary: content.title.isEmpty ? name : content.title,
            body: [content.subtitle, content.body].filter { !$0.isEmpty }.joined(separator: "\n"), actions: shown,
            image: content.picture, urgency: Self.urgency(content.level), isSilent: isSilent)
    }

    /// Before the identifiers of an app's actions: what a desktop calls by itself is none of these.
    static let actionPrefix = "action."

    private static func urgency(_ level: NotificationContent.Level) -> DesktopNotification.Urgency {
        switch level {
        case .passive: .low
        case .active, .timeSensitive, .unknown: .normal
        case .critical: .critical
        }
    }

    func category(of request: NotificationRequest, _ bundleID: String) -> NotificationCategory? {
        guard !request.content.category.isEmpty else { return nil }
        return apps[bundleID]?.categories.first { $0.identifier == request.content.category }
    }
}
