// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The processes that run from a version's folder.
enum VersionProcesses {
    /// The IDs of this user's processes whose executable or working folder lies in `folder`. Reads `/proc`, so it
    /// blocks.
    static func running(in folder: String) -> [Int32] {
        guard let prefix = ProcessPaths.prefix(of: folder) else { return [] }
        let names: [String]
        do throws(SystemError) { names = try Directory(opening: "/proc").names() } catch { return [] }
        return names.compactMap { Int32($0) }.filter { pid in
            pid != getpid()
                && ["exe", "cwd"].contains { ((ProcessPaths.target(of: $0, pid) ?? "") + "/").hasPrefix(prefix) }
        }
    }
}
