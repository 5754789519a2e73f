// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// What another version of the service may have done to a database.
enum DatabaseChange {
    static func run(_ path: String, _ statements: String...) throws {
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        let program = """
            import sqlite3, sys
            db = sqlite3.connect(sys.argv[1])
            for statement in sys.argv[2:]: db.execute(statement)
            db.commit()
            """
        process.arguments = ["-c", program, path] + statements
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
