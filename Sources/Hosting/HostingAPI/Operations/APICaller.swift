// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// Who asks.
package struct APICaller: Equatable, Sendable {
    /// The identifier of the key, or of the member.
    package let id: String
    package let role: Role
    /// The apps that it is limited to; all without it.
    package let appIDs: Set<String>?
    package let kind: Principal.Kind

    package init(id: String, role: Role, appIDs: Set<String>? = nil, kind: Principal.Kind = .key) {
        self.kind = kind
        self.id = id
        self.role = role
        self.appIDs = appIDs
    }

    /// As the log of changes knows it.
    var principal: Principal { Principal(kind, id: id) }

    /// Whether it may know of an app.
    func sees(appID: String) -> Bool { appIDs?.contains(appID) ?? true }
}
