// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import ToolSupport

/// Ctrl-C while something is being uploaded: it ends at once, since nothing is left half done that cannot be gone on with, and
/// says so.
enum UploadInterruption {
    static func install() {
        SignalDisposition.setHandler { number in
            let text: StaticString = "\ninterrupted: the same command goes on with the upload\n"
            // Nothing but calls that a handler may make. Its signal is back at its own effect now, and blocked until it returns.
            _ = write(2, text.utf8Start, text.utf8CodeUnitCount)
            raise(number)
        }
    }
}
