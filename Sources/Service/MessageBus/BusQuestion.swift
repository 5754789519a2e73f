// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// One value that a service of the desktop tells.
package struct BusQuestion: Hashable, Sendable {
    package let bus: BusKind
    /// The name by which the bus knows the service.
    package let service: String
    package let path: String
    package let interface: String
    /// A property, or a method that takes nothing.
    package let member: String
    package let isMethod: Bool

    package init(
        bus: BusKind, service: String, path: String, interface: String, member: String, isMethod: Bool = false
    ) {
        self.bus = bus
        self.service = service
        self.path = path
        self.interface = interface
        self.member = member
        self.isMethod = isMethod
    }
}
