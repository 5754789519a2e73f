// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import SystemPackage

/// The files that a confined process may reach, kept by the kernel (Landlock).
package struct FileAccessRules: ~Copyable, Sendable {
    package struct Access: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Read files and list folders.
        package static let read = Access(rawValue: UInt32(BA_MAY_READ))
        /// Make, change, move and remove files, folders and symbolic links; devices, sockets and pipes are not
        /// made.
        package static let write = Access(rawValue: UInt32(BA_MAY_WRITE))
        /// Read files whose names are known, and list no folders.
        package static let open = Access(rawValue: UInt32(BA_MAY_OPEN))
        /// Be started as a program.
        package static let execute = Access(rawValue: UInt32(BA_MAY_EXECUTE))
    }

    /// `O_PATH`, which Glibc's module leaves out.
    private static let pathOnly: Int32 = 0o10_000_000
    /// Of the ruleset.
    package let descriptor: OwnedDescriptor

    /// The version of Landlock that the kernel has; nil when it has none, or when it is switched off.
    package static var version: Int? {
        let version = ba_landlock_version()
        return version > 0 ? Int(version) : nil
    }

    /// Whether the kernel filters the calls of confined processes.
    package static var filtersCalls: Bool { ba_can_filter_calls() }

    /// Rules that allow nothing yet.
    package init() throws(SystemError) {
        descriptor = try OwnedDescriptor(checking: ba_landlock_create(), "make", "rules for files")
    }

    /// Allows what is at a path now, and beneath it; nothing when nothing is there.
    ///
    /// - `followingLinks`: whether a link at the end of the path counts as what it leads to.
    package borrowing func allow(
        _ access: Access, _ path: String, followingLinks: Bool = false
    ) throws(SystemError) {
        let handle = open(path, Self.pathOnly | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW))
        guard handle >= 0 else {
            if Glibc.errno == ENOENT { return }
            throw SystemError(errno: Errno(rawValue: Glibc.errno), operation: "open", subject: path)
        }
        try allow(access, handle: OwnedDescriptor(taking: handle), path)
    }

    /// Allows what a handle is of, and what is beneath it.
    ///
    /// - `path`: what it was opened by, for messages.
    package borrowing func allow(
        _ access: Access, handle: borrowing OwnedDescriptor, _ path: String
    ) throws(SystemError) {
        let kind = try handle.status(subject: path).kind
        guard kind != .symbolicLink else { return }
        let (rules, number) = (descriptor.rawValue, handle.rawValue)
        try retrying("allow", path) { ba_landlock_allow(rules, number, kind == .folder, access.rawValue) }
    }
}
