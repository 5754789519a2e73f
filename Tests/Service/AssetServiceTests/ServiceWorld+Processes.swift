// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation

extension ServiceWorld {
    /// Those that run now, of any app of this world.
    func extensionProcesses() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
            guard Int(name) != nil,
                let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/exe")
            else { return false }
            return path.hasSuffix("/Downloader") && path.hasPrefix(folder.path(""))
        }
    }
}
