// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ServiceInterface

/// What waits in a mailbox.
protocol MailboxEvent: Sendable {
    /// What it is about: progress of one thing is coalesced.
    var subjectID: String? { get }
    var isProgress: Bool { get }
    /// It is never dropped.
    var isCompletion: Bool { get }

    /// This progress, in the place of an older one that nobody has heard of.
    func replacing(_ older: Self) -> Self
}

extension PackEvent: MailboxEvent {
    var subjectID: String? { pack?.id }
    var isProgress: Bool { kind == .downloading }

    func replacing(_ older: PackEvent) -> PackEvent { self }
}

extension FileEvent: MailboxEvent {
    var subjectID: String? { file?.id }
    var isProgress: Bool { kind == .downloading }
    var isCompletion: Bool { isEnding || kind == .challenged }

    func replacing(_ older: FileEvent) -> FileEvent {
        var event = self
        event.bytesWritten &+= older.bytesWritten
        return event
    }
}

extension NotificationEvent: MailboxEvent {
    var subjectID: String? { nil }
    var isProgress: Bool { false }
    var isCompletion: Bool { true }

    func replacing(_ older: NotificationEvent) -> NotificationEvent { self }
}
