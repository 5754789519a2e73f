// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// What goes wrong with sockets and their protocols.
extension Errno {
    /// Socket operation on non-socket (`ENOTSOCK`).
    public static var notSocket: Errno { Errno(wrapped: .notSocket) }

    /// Destination address required (`EDESTADDRREQ`).
    public static var addressRequired: Errno { Errno(wrapped: .addressRequired) }

    /// Message too long (`EMSGSIZE`).
    public static var messageTooLong: Errno { Errno(wrapped: .messageTooLong) }

    /// Protocol wrong type for socket (`EPROTOTYPE`).
    public static var protocolWrongTypeForSocket: Errno { Errno(wrapped: .protocolWrongTypeForSocket) }

    /// Protocol not available (`ENOPROTOOPT`).
    public static var protocolNotAvailable: Errno { Errno(wrapped: .protocolNotAvailable) }

    /// Protocol not supported (`EPROTONOSUPPORT`).
    public static var protocolNotSupported: Errno { Errno(wrapped: .protocolNotSupported) }

    /// Socket type not supported (`ESOCKTNOSUPPORT`).
    public static var socketTypeNotSupported: Errno { Errno(wrapped: .socketTypeNotSupported) }

    /// Operation not supported (`EOPNOTSUPP`).
    public static var notSupportedOnSocket: Errno { Errno(wrapped: .notSupportedOnSocket) }

    /// Protocol family not supported (`EPFNOSUPPORT`).
    public static var protocolFamilyNotSupported: Errno { Errno(wrapped: .protocolFamilyNotSupported) }

    /// Address family not supported by protocol (`EAFNOSUPPORT`).
    public static var addressFamilyNotSupported: Errno { Errno(wrapped: .addressFamilyNotSupported) }

    /// No buffer space available (`ENOBUFS`).
    public static var noBufferSpace: Errno { Errno(wrapped: .noBufferSpace) }

    /// Transport endpoint is already connected (`EISCONN`).
    public static var socketIsConnected: Errno { Errno(wrapped: .socketIsConnected) }

    /// Transport endpoint is not connected (`ENOTCONN`).
    public static var socketNotConnected: Errno { Errno(wrapped: .socketNotConnected) }

    /// Cannot send after transport endpoint shutdown (`ESHUTDOWN`).
    public static var socketShutdown: Errno { Errno(wrapped: .socketShutdown) }

    /// Operation now in progress (`EINPROGRESS`).
    public static var nowInProgress: Errno { Errno(wrapped: .nowInProgress) }

    /// Operation already in progress (`EALREADY`).
    public static var alreadyInProcess: Errno { Errno(wrapped: .alreadyInProcess) }

    /// Too many references: cannot splice (`ETOOMANYREFS`).
    public static var tooManyReferences: Errno { Errno(wrapped: .tooManyReferences) }
}
