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
        guard let resolved = realpath(folder, nil) else { return [] }
        defer { free(resolved) }
        let prefix = String(cString: resolved) + "/"
        let names: [String]
        do throws(SystemError) { names = try Directory(opening: "/proc").names() } catch { return [] }
        return names.compactMap { Int32($0) }.filter { pid in
            pid != getpid()
                && ["exe", "cwd"].contains { (target("/proc/\(pid)/\($0)") + "/").hasPrefix(prefix) }
        }
    }

    /// Where a link of `/proc` points; empty when the process has ended or is another user's.
    private static func target(_ link: String) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink(link, &buffer, buffer.count)
        guard count > 0 else { return "" }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
