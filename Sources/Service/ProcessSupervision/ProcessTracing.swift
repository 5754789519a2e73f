// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// Whether somebody looks at a process with a debugger: see `TracerPid` in proc_pid_status(5).
package enum ProcessTracing {
    private static let fileLimit = 1 << 14

    /// Who traces a process; nil for nobody, and for a process that is gone.
    package static func tracer(of processID: Int32) -> Int32? {
        let path = "/proc/\(processID)/status"
        do throws(SystemError) {
            let file = try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC), "open", path)
            let text = String(decoding: try file.readAll(limit: fileLimit, subject: path), as: UTF8.self)
            guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("TracerPid:") }) else {
                return nil
            }
            return Int32(line.dropFirst("TracerPid:".count).filter { !$0.isWhitespace }).flatMap { $0 == 0 ? nil : $0 }
        } catch { return nil }
    }
}
