// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// A change that was made, by whom and when. Entries are never changed, nor removed.
package struct AuditEntry: Equatable, Sendable {
    package let id: String
    package let time: Timestamp
    package let principal: Principal
    package let action: AuditAction
    /// The app that it is about; nil for what is about all of the host.
    package let appID: String?
    /// What it was done to, as people call it: `Tutorial 3`.
    package let subject: String
    /// What has become of it, where the action does not say so.
    package let detail: String?

    init(
        id: String, time: Timestamp, principal: Principal, action: AuditAction, appID: String?, subject: String,
        detail: String?
    ) {
        self.id = id
        self.time = time
        self.principal = principal
        self.action = action
        self.appID = appID
        self.subject = subject
        self.detail = detail
    }

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        time = try row.timestamp("made_at")
        principal = Principal(try row.raw("principal_kind"), id: try row.text("principal_id"))
        action = try row.raw("action")
        appID = try row.optionalText("app_id")
        subject = try row.text("subject")
        detail = try row.optionalText("detail")
    }

    func insert(into connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            INSERT INTO audit_entries (id, made_at, principal_kind, principal_id, action, app_id, subject, detail)
            VALUES (\(id), \(time), \(principal.kind.rawValue), \(principal.id), \(action.rawValue), \(appID), \(subject),
                \(detail))
            """)
    }
}
