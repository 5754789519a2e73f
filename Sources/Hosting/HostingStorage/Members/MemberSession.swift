// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// Somebody of the team who has signed in.
package struct MemberSession: Equatable, Sendable {
    package let member: Member
    /// What forms of theirs carry: another page has none.
    package let formToken: String
    /// The digest of its secret.
    package let id: String
}
