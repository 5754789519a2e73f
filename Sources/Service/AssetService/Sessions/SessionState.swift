// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// A background URL session as the service has it.
struct SessionState: Sendable {
    /// The process whose session it is now.
    struct Owner: Sendable {
        let id: UInt64
        let processID: Int32
        let answersChallenges: Bool
        let mailbox: EventMailbox<SessionEvent>
        /// How often it was told that it has heard of all.
        var drains = 0
    }

    var settings: SessionSettings
    var tasks = SessionTasks()
    var owner: Owner?
    /// Tasks that its app has added, and whose files are just being kept.
    var additions = 0
    /// Something has ended while the app was away, and it has not heard that it was told of all.
    var owesDrained = false

    /// How often its process is told that it has heard of all, with one time that is to come; nil for none.
    var drains: Int? {
        guard let owner, owesDrained || owner.drains > 0 else { return nil }
        return owner.drains + (owesDrained ? 1 : 0)
    }

    /// Whether something has ended that the app has not taken note of.
    var hasEnds: Bool { tasks.count(.new, .told, .left) > 0 }

    /// Whether the app is woken for what it has not taken note of.
    var callsForApp: Bool { settings.sendsLaunchEvents && isQuiet && tasks.count(.new, .told) > 0 }

    /// Whether something has ended that the app was never woken for.
    var isNewToApp: Bool { tasks.count(.new) > 0 }

    /// Whether nothing is under way that would bring the app something.
    var isQuiet: Bool { tasks.count(.underWay) == 0 }
}

extension SessionEvent: MailboxEvent {
    /// All that an app may have in its sessions may end while it takes nothing, and more of it be asked for.
    static var mailboxLimit: Int { 2 * SessionsInterface.largestCount }

    var subjectID: String? { "\(number)" }
    var isProgress: Bool { kind == .progress }
    /// An end tells all that was said before it, too.
    var isCompletion: Bool { ![.progress, .answered, .waiting].contains(kind) }

    func replacing(_ older: SessionEvent) -> SessionEvent { self }
}
