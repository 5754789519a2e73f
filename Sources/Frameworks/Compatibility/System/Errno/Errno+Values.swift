// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// What is wrong with what a call was given, or with the call itself.
extension Errno {
    /// Invalid argument (`EINVAL`).
    public static var invalidArgument: Errno { Errno(wrapped: .invalidArgument) }

    /// Numerical argument out of domain (`EDOM`).
    public static var outOfDomain: Errno { Errno(wrapped: .outOfDomain) }

    /// Numerical result out of range (`ERANGE`).
    public static var outOfRange: Errno { Errno(wrapped: .outOfRange) }

    /// Value too large for defined data type (`EOVERFLOW`).
    public static var overflow: Errno { Errno(wrapped: .overflow) }

    /// Invalid or incomplete multibyte or wide character (`EILSEQ`).
    public static var illegalByteSequence: Errno { Errno(wrapped: .illegalByteSequence) }

    /// Function not implemented (`ENOSYS`).
    public static var noFunction: Errno { Errno(wrapped: .noFunction) }

    /// Operation not supported (`ENOTSUP`).
    public static var notSupported: Errno { Errno(wrapped: .notSupported) }
}
