// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// The files that this program is made of: a child that is the same program needs those to start, and no others.
struct ProgramFiles {
    /// Absolute paths, each once.
    let paths: Set<String>

    /// As the kernel has them in its list of what this process has mapped as code.
    init() throws(SystemError) {
        let list = "/proc/self/maps"
        let descriptor = try OwnedDescriptor(checking: open(list, O_RDONLY | O_CLOEXEC), "open", list)
        self.init(maps: String(decoding: try descriptor.readAll(limit: 16 << 20, subject: list), as: UTF8.self))
    }

    /// - `maps`: lines such as `7f…-7f… r-xp 00000000 08:01 1234   /usr/lib/libc.so.6`.
    init(maps: String) {
        var paths: Set<String> = []
        for line in maps.split(separator: "\n") {
            let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            guard fields.count == 6, fields[1].contains("x") else { continue }
            let path = fields[5].drop { $0 == " " }
            if path.hasPrefix("/") { paths.insert(String(path)) }
        }
        self.paths = paths
    }

    /// Rules by which the program starts, and reaches nothing else.
    ///
    /// - `executable`: the program, by whatever path it is started.
    func rules(for executable: String) throws(SystemError) -> FileAccessRules {
        let rules = try FileAccessRules()
        for path in paths.union([executable]) { try rules.allow([.read, .execute], path, followingLinks: true) }
        for path in ["/etc/ld.so.cache", "/dev/null", "/dev/urandom", "/sys/devices/system/cpu"] {
            try rules.allow(.read, path, followingLinks: true)
        }
        // Dispatch looks at its threads there.
        try rules.allow(.open, "/proc")
        return rules
    }
}
