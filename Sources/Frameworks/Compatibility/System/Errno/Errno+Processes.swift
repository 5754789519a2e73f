// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// What goes wrong with processes, their memory and their rights.
extension Errno {
    /// Operation not permitted (`EPERM`).
    public static var notPermitted: Errno { Errno(wrapped: .notPermitted) }

    /// Permission denied (`EACCES`).
    public static var permissionDenied: Errno { Errno(wrapped: .permissionDenied) }

    /// No such process (`ESRCH`).
    public static var noSuchProcess: Errno { Errno(wrapped: .noSuchProcess) }

    /// No child processes (`ECHILD`).
    public static var noChildProcess: Errno { Errno(wrapped: .noChildProcess) }

    /// Interrupted system call (`EINTR`).
    public static var interrupted: Errno { Errno(wrapped: .interrupted) }

    /// Argument list too long (`E2BIG`).
    public static var argListTooLong: Errno { Errno(wrapped: .argListTooLong) }

    /// Exec format error (`ENOEXEC`).
    public static var execFormatError: Errno { Errno(wrapped: .execFormatError) }

    /// Resource deadlock avoided (`EDEADLK`).
    public static var deadlock: Errno { Errno(wrapped: .deadlock) }

    /// No locks available (`ENOLCK`).
    public static var noLocks: Errno { Errno(wrapped: .noLocks) }

    /// Cannot allocate memory (`ENOMEM`).
    public static var noMemory: Errno { Errno(wrapped: .noMemory) }

    /// Bad address (`EFAULT`).
    public static var badAddress: Errno { Errno(wrapped: .badAddress) }

    /// Device or resource busy (`EBUSY`).
    public static var resourceBusy: Errno { Errno(wrapped: .resourceBusy) }

    /// Resource temporarily unavailable (`EAGAIN`).
    public static var resourceTemporarilyUnavailable: Errno { Errno(wrapped: .resourceTemporarilyUnavailable) }

    /// Resource temporarily unavailable (`EWOULDBLOCK`).
    public static var wouldBlock: Errno { Errno(wrapped: .wouldBlock) }

    /// Too many users (`EUSERS`).
    public static var tooManyUsers: Errno { Errno(wrapped: .tooManyUsers) }

    /// Operation canceled (`ECANCELED`).
    public static var canceled: Errno { Errno(wrapped: .canceled) }

    /// State not recoverable (`ENOTRECOVERABLE`).
    public static var notRecoverable: Errno { Errno(wrapped: .notRecoverable) }

    /// Owner died (`EOWNERDEAD`).
    public static var previousOwnerDied: Errno { Errno(wrapped: .previousOwnerDied) }
}
