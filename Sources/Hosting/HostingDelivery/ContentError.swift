// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why a representation cannot be sent to its end.
package enum ContentError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file was changed in place after it was opened.
    case changed(path: String)
    /// The kernel refused to read it.
    case unreadable(path: String, reason: String)
    /// The process is ending.
    case stopped

    package var description: String {
        switch self {
        case .changed(let path):
            "\(path) was changed while it was being served: replace packs by renaming a new file over the old one"
        case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
        case .stopped: "the server is ending"
        }
    }
}
