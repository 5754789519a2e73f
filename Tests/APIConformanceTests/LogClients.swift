// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import OSLog

// As on Apple's platforms, OSLog brings Foundation along: nothing else is imported here.

/// Code of a client that writes to the log.
struct LogClient {
    static let subsystem = Bundle.main.bundleIdentifier ?? "com.example.sessions"
    let logger = Logger(subsystem: subsystem, category: String(describing: LogClient.self))
    let log = OSLog(subsystem: subsystem, category: "client")

    func write(_ error: any Error, at date: Date, _ status: Int) {
        logger.error("failed at \(date.formatted()): \(error.localizedDescription, privacy: .public)")
        logger.debug("status \(status, format: .hex(includePrefix: true, minDigits: 4), align: .right(columns: 8))")
        logger.info("\(status, format: .decimal(minDigits: 3)) of \(0.5, format: .fixed(precision: 1), align: .none)")
        os_log("begins")
        os_log("ends", log: log, type: .error)
        os_log(.debug, log: log, "status \(status)")
        os_log("status \(status)")
        Logger(log).notice("there")
    }
}
