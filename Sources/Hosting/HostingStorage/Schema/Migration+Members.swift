// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What the members of a team sign in by, and what is theirs.
extension Migration {
    static let signIn = Migration(
        "sign-in",
        """
        ALTER TABLE members ADD COLUMN password {text};
        CREATE TABLE sessions (
            id {text} NOT NULL PRIMARY KEY,
            member_id {text} NOT NULL REFERENCES members(id),
            form_token {text} NOT NULL,
            used_at {integer} NOT NULL,
            expires_at {integer} NOT NULL
        );
        CREATE INDEX sessions_by_member ON sessions(member_id);
        CREATE TABLE invitations (
            id {text} NOT NULL PRIMARY KEY,
            member_id {text} NOT NULL REFERENCES members(id),
            expires_at {integer} NOT NULL
        );
        CREATE INDEX invitations_by_member ON invitations(member_id);
        """)

    static let individualKeys = Migration(
        "individual-keys",
        """
        ALTER TABLE api_keys ADD COLUMN member_id {text};
        CREATE INDEX api_keys_by_member ON api_keys(member_id);
        """)

    /// The member who made a key of the team: for four eyes, what it submits is theirs.
    static let keyMakers = Migration(
        "key-makers",
        """
        ALTER TABLE api_keys ADD COLUMN made_by {text};
        """)

    static let invitationMails = Migration(
        "invitation-mails",
        """
        ALTER TABLE mails ADD COLUMN invited_id {text};
        """)
}
