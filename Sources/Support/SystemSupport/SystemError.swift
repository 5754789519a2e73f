// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import SystemPackage

/// A system call that failed: which one, on what, and the kernel's reason.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kernel's reason.
    package let errno: Errno
    /// What was being done, as in "open" or "rename to".
    package let operation: String
    /// The path or object that it was done to.
    package let subject: String

    package init(errno: Errno, operation: String, subject: String) {
        self.errno = errno
        self.operation = operation
        self.subject = subject
    }

    package var description: String { "cannot \(operation) \(subject): \(errno)" }

    /// Whether the file system has no room left (ENOSPC or EDQUOT).
    package var isOutOfSpace: Bool { errno == .noSpace || errno.rawValue == 122 }

    /// Whether something else stands where a folder was to be opened: a link (ELOOP), or a file (ENOTDIR).
    package var isNoFolder: Bool { errno == .tooManySymbolicLinkLevels || errno == .notDirectory }
}
