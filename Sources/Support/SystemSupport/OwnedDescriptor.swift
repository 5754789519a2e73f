// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage

/// A file descriptor that closes itself when it goes out of scope.
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number; valid as long as this value lives.
    package let rawValue: Int32

    /// Takes over `rawValue`, which nobody else may close from now on.
    package init(taking rawValue: Int32) { self.rawValue = rawValue }

    /// Takes over the result of a system call; -1 throws the current `errno`.
    package init(checking rawValue: Int32, _ operation: String, _ subject: String) throws(SystemError) {
        guard rawValue >= 0 else {
            throw SystemError(errno: Errno(rawValue: Glibc.errno), operation: operation, subject: subject)
        }
        self.rawValue = rawValue
    }

    /// Gives the descriptor away: the caller closes it.
    package consuming func release() -> Int32 {
        let value = rawValue
        discard self
        return value
    }

    /// A second descriptor for the same open file, close-on-exec.
    package borrowing func duplicate() throws(SystemError) -> OwnedDescriptor {
        try OwnedDescriptor(checking: fcntl(rawValue, F_DUPFD_CLOEXEC, 0), "duplicate", "descriptor \(rawValue)")
    }

    deinit { close(rawValue) }
}

/// Runs `call` again while a signal interrupts it, and throws what else it fails with.
@discardableResult
package func retrying<Result: SignedInteger>(
    _ operation: String, _ subject: @autoclosure () -> String, _ call: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = call()
        if result >= 0 { return result }
        let code = Errno(rawValue: Glibc.errno)
        if code != .interrupted { throw SystemError(errno: code, operation: operation, subject: subject()) }
    }
}
