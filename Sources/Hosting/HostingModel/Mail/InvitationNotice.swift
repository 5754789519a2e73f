// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What somebody reads who is invited to the team.
package struct InvitationNotice: Equatable, Sendable {
    /// Stands where the secret is filled in that whoever is invited shows: when the mail is sent, and nowhere else.
    package static let secretPlace = "{invitation}"

    package let name: String
    /// Who invites them.
    package let inviter: String
    /// Scheme, host and port of the page, with no slash at the end.
    package let base: String

    package init(name: String, inviter: String, base: String) {
        self.name = name
        self.inviter = inviter
        self.base = base
    }

    package var subject: String { "You are invited to the asset packs at \(host)" }

    package var body: String {
        """
        Hello \(name),

        \(inviter) invites you to the team that manages the asset packs at \(host). Choose a password here:

        \(base)/console/welcome/\(Self.secretPlace)

        The address is good once, for three days. Whoever has it can sign in as you: pass it on to nobody. If you have expected \
        no invitation, there is nothing that you have to do.
        """
    }

    private var host: String { base.split(separator: "/").last.map(String.init) ?? base }
}
