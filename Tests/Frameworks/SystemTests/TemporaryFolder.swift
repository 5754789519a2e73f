// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import System

/// A folder of a test's own, removed when the test lets go of it.
final class TemporaryFolder {
    let path: FilePath

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("system-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        path = FilePath(url.path)
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path.string) } catch { print("\(path) stays behind: \(error)") }
    }
}
