// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import ServiceInterface

extension ControlService {
    /// Has it be later for the service than it is: what waits for a time comes sooner.
    ///
    /// - Parameter seconds: up to a year.
    /// - Returns: what time it is then, in seconds since 1970.
    /// - Throws: `developerModeOff`; `settingInvalid` for no such time.
    func advanceClock(by seconds: Double) async throws(ServiceError) -> Double {
        guard await settings.isOn(.developerMode) else {
            throw ServiceError(
                .developerModeOff,
                "the clock is advanced for developers alone: `ba settings developer-mode on` makes this a device for them"
            )
        }
        guard seconds > 0, seconds <= 366 * 86_400, clock.advance(by: seconds) else {
            throw ServiceError(.settingInvalid, "a clock is advanced by more than no time, and by a year at most")
        }
        logger.notice("the clock was advanced by \(Int(seconds)) s")
        return clock.now
    }
}
