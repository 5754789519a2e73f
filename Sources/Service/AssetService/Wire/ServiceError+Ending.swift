// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

extension ServiceError {
    /// What calls are answered when the service ends: whoever has called makes the call again, of the successor.
    static let ending = ServiceError(.serviceStopping, "the service is ending: call again")
    /// Of those that a subscriber has not taken the service keeps so many events and no more; what still counts it tells who comes back.
    static let cutOff = ServiceError(
        .serviceStopping, "more has happened than this process has taken: call again, and hear of it from the beginning"
    )
}
