// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension SQLConnection {
    /// Asks whether the database takes changes: one that stands by for another, or was closed to them, answers and does not.
    ///
    /// - Throws: `unavailable`.
    func checkWritable() throws(StorageError) {
        guard case .postgreSQL = dialect else { return }
        let row = try row(
            """
            SELECT CASE WHEN pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' THEN 1 ELSE 0 END \
            AS refuses
            """)
        guard try row?.bool("refuses") == true else { return }
        throw .unavailable("the database takes no changes at the moment: it is read-only, or stands by for another")
    }

    /// Asks whether tables can be made.
    ///
    /// - Throws: `notPermitted`, with what is to be granted.
    func checkMayMakeTables() throws(StorageError) {
        guard case .postgreSQL = dialect else { return }
        let row = try row(
            """
            SELECT CASE WHEN has_schema_privilege(current_schema(), 'CREATE') THEN 1 ELSE 0 END AS may, \
            current_schema() AS schema, current_user AS "user"
            """)
        guard let row, try !row.bool("may") else { return }
        let (schema, user) = (try row.optionalText("schema") ?? "public", try row.optionalText("user") ?? "USER")
        throw .notPermitted(
            "the user \(user) may not make tables in the schema \(schema): GRANT CREATE ON SCHEMA \(schema) TO \(user)")
    }
}
