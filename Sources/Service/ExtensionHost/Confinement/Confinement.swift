// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// What an extension may reach of the file system: what is named here, the libraries and data of the system that any program
/// needs, and itself. Everything else is as if the user might not read it.
package struct Confinement: Equatable, Sendable {
    /// Folders and files that it may read.
    package var readable: [String]
    /// Folders and files that it may change, too.
    package var writable: [String]

    package init(readable: [String], writable: [String]) {
        self.readable = readable
        self.writable = writable
    }

    /// Libraries, data that belongs to no person, and what the kernel tells of the machine.
    static let system = [
        "/usr", "/lib", "/lib64", "/lib32", "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/etc/timezone",
        "/etc/ssl", "/etc/ca-certificates", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/locale.alias",
        "/sys/devices/system/cpu", "/dev/zero", "/dev/random", "/dev/urandom",
    ]
    /// Dispatch looks at its threads as if they were processes, by numbers that nobody knows before. What the kernel tells there of
    /// other processes is what it tells every program of every process, and only to who guesses their numbers; what is in their
    /// memory, environment and open files it keeps from a confined process.
    private static let kernel = "/proc"
    static let devices = ["/dev/null", "/dev/full"]

    /// The rules for a program.
    ///
    /// - Throws: why the kernel takes none, or what cannot be looked at.
    func rules(for parts: ProgramParts) throws(SystemError) -> FileAccessRules {
        let rules = try FileAccessRules()
        for path in Self.system { try rules.allow(.read, path, followingLinks: true) }
        try rules.allow(.open, Self.kernel)
        for path in Self.devices { try rules.allow([.read, .write], path) }
        for path in readable { try rules.allow(.read, path) }
        for path in writable { try rules.allow([.read, .write], path) }
        for file in parts.files { try rules.allow([.read, .execute], handle: file.handle, file.path) }
        for folder in parts.runtimes { try rules.allow(.read, handle: folder.handle, folder.path) }
        return rules
    }
}
