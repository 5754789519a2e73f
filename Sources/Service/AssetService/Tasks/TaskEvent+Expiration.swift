// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import TaskScheduler

extension TaskEvent.Expiration {
    init(_ reason: ExpirationReason) {
        self =
            switch reason {
            case .timeUsedUp: .timeUsedUp
            case .condition: .conditions
            case .noProgress: .noProgress
            case .stoppedByPerson: .stopped
            case .simulated: .simulated
            }
    }
}

extension TaskEvent: MailboxEvent {
    var subjectID: String? { nil }
    var isProgress: Bool { false }
    var isCompletion: Bool { true }

    func replacing(_ older: TaskEvent) -> TaskEvent { self }
}
