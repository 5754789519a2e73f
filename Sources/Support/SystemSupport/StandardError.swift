// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Where a program says what it has no other way to tell.
package enum StandardError {
    /// Says a line, if anybody listens: an app that the service has started goes on when the service, and so the other end of its pipe, is gone.
    /// Foundation's own `FileHandle` ends the process then.
    package static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
