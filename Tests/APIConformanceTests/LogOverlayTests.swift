// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import os

/// `import os` brings what `import OSLog` does.
@Suite struct LogOverlayTests {
    private let logger = Logger(subsystem: "com.example.game", category: "downloads")

    @Test func aLoggerOfTheOverlay() {
        logger.info("\(1 + 1, privacy: .public) of them")
        os_log("a line", log: .default, type: .info)
    }
}
