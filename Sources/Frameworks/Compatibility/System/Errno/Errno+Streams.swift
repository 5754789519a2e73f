// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// What goes wrong with pipes, streams and message queues.
extension Errno {
    /// Broken pipe (`EPIPE`).
    public static var brokenPipe: Errno { Errno(wrapped: .brokenPipe) }

    /// Identifier removed (`EIDRM`).
    public static var identifierRemoved: Errno { Errno(wrapped: .identifierRemoved) }

    /// No message of desired type (`ENOMSG`).
    public static var noMessage: Errno { Errno(wrapped: .noMessage) }

    /// Bad message (`EBADMSG`).
    public static var badMessage: Errno { Errno(wrapped: .badMessage) }

    /// Multihop attempted (`EMULTIHOP`).
    public static var multiHop: Errno { Errno(wrapped: .multiHop) }

    /// No data available (`ENODATA`).
    public static var noData: Errno { Errno(wrapped: .noData) }

    /// Link has been severed (`ENOLINK`).
    public static var noLink: Errno { Errno(wrapped: .noLink) }

    /// Out of streams resources (`ENOSR`).
    public static var noStreamResources: Errno { Errno(wrapped: .noStreamResources) }

    /// Device not a stream (`ENOSTR`).
    public static var notStream: Errno { Errno(wrapped: .notStream) }

    /// Protocol error (`EPROTO`).
    public static var protocolError: Errno { Errno(wrapped: .protocolError) }

    /// Timer expired (`ETIME`).
    public static var timeout: Errno { Errno(wrapped: .timeout) }
}
