// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DesktopNotifications

/// What signals of notification servers mean.
@Suite struct ShownNotificationsTests {
    @Test("What a server has shown goes with it, and not with the one before it that is told of late") func servers() {
        var shown = ShownNotifications([7: "old"], by: "bus :1.5")
        #expect(shown.noteServer("bus :1.9") == .serverGone("bus :1.5"))
        shown.show("new", as: 3)
        #expect(shown.take("NameOwnerChanged", id: 0, number: 0, text: ":1.5") == nil)
        #expect(shown.take("NameOwnerChanged", id: 0, number: 0, text: "") == nil)
        #expect(shown.number(of: "new") == 3)
        #expect(shown.take("NameOwnerChanged", id: 0, number: 0, text: ":1.9") == .serverGone("bus :1.9"))
        #expect(shown.names.isEmpty)
    }
}
