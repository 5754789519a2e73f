// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import BackgroundTasks
internal import ServiceInterface

extension BGTask {
    /// Why a background task is to end before it has ended by itself.
    public enum ExpirationReason: Equatable, Sendable {
        /// The time that it has is used up.
        case timeUsedUp
        /// Background refresh was switched off, or what the task needs has gone: a network, or external power.
        case conditionsChanged
        /// A continued one has told of no progress for too long.
        case noProgress
        /// A person has stopped it.
        case stoppedByPerson
        /// A developer wants to see it.
        case simulated
        /// A newer service has a reason that this one does not know.
        case unknown
    }

    /// Why the task was told to end, from before its expiration handler is called; nil while it was not.
    public var expirationReason: ExpirationReason? {
        switch TaskExtras.expiration(of: self) {
        case .timeUsedUp: .timeUsedUp
        case .conditions: .conditionsChanged
        case .noProgress: .noProgress
        case .stopped: .stoppedByPerson
        case .simulated: .simulated
        case .unknown: .unknown
        case nil: nil
        }
    }
}
