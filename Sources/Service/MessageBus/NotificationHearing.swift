// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemBus

/// Who hears what a notification server signals, for as long as the bus is open.
final class NotificationHearing {
    let heard: BusConnection.NotificationHandler
    var registration: OpaquePointer?

    init(_ heard: @escaping BusConnection.NotificationHandler) { self.heard = heard }

    deinit { if let registration { ba_bus_end_hearing(registration) } }
}
