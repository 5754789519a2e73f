// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Says on standard error what an API without errors cannot: each thing once.
enum Diagnostics {
    private static let said = Mutex<Set<String>>([])
    private static let largestCount = 256

    static func report(_ message: String) {
        let isNew = said.withLock { said in
            guard said.count < largestCount else { return false }
            return said.insert(message).inserted
        }
        guard isNew else { return }
        let line = Array("BackgroundAssets: \(message)\n".utf8)
        _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
