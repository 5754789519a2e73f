// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// What goes wrong between hosts.
extension Errno {
    /// Network is down (`ENETDOWN`).
    public static var networkDown: Errno { Errno(wrapped: .networkDown) }

    /// Network is unreachable (`ENETUNREACH`).
    public static var networkUnreachable: Errno { Errno(wrapped: .networkUnreachable) }

    /// Network dropped connection on reset (`ENETRESET`).
    public static var networkReset: Errno { Errno(wrapped: .networkReset) }

    /// Host is down (`EHOSTDOWN`).
    public static var hostIsDown: Errno { Errno(wrapped: .hostIsDown) }

    /// No route to host (`EHOSTUNREACH`).
    public static var noRouteToHost: Errno { Errno(wrapped: .noRouteToHost) }

    /// Software caused connection abort (`ECONNABORTED`).
    public static var connectionAbort: Errno { Errno(wrapped: .connectionAbort) }

    /// Connection reset by peer (`ECONNRESET`).
    public static var connectionReset: Errno { Errno(wrapped: .connectionReset) }

    /// Connection refused (`ECONNREFUSED`).
    public static var connectionRefused: Errno { Errno(wrapped: .connectionRefused) }

    /// Connection timed out (`ETIMEDOUT`).
    public static var timedOut: Errno { Errno(wrapped: .timedOut) }

    /// Address already in use (`EADDRINUSE`).
    public static var addressInUse: Errno { Errno(wrapped: .addressInUse) }

    /// Cannot assign requested address (`EADDRNOTAVAIL`).
    public static var addressNotAvailable: Errno { Errno(wrapped: .addressNotAvailable) }
}
