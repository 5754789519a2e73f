// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel
internal import HostingStorage

/// Who asks.
package struct APICaller: Equatable, Sendable {
    /// The identifier of the key, or of the member: also of the one whose key it is, for whom reviews take it.
    package let id: String
    package let role: Role
    /// The apps that it is limited to; all without it.
    package let appIDs: Set<String>?
    package let kind: Principal.Kind
    /// As the log of changes knows it.
    let principal: Principal

    package init(id: String, role: Role, appIDs: Set<String>? = nil, kind: Principal.Kind = .key) {
        self.init(id: id, role: role, appIDs: appIDs, kind: kind, principal: Principal(kind, id: id))
    }

    init(_ key: APIKey) {
        self.init(
            id: key.memberID ?? key.id, role: key.role, appIDs: key.appIDs.map(Set.init), kind: .key,
            principal: Principal(.key, id: key.id))
    }

    private init(id: String, role: Role, appIDs: Set<String>?, kind: Principal.Kind, principal: Principal) {
        self.kind = kind
        self.principal = principal
        self.id = id
        self.role = role
        self.appIDs = appIDs
    }

    /// Whether it may know of an app.
    func sees(appID: String) -> Bool { appIDs?.contains(appID) ?? true }
}
