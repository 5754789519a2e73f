// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Which run of the system this is: what was written and not synced is sure to be there only as long as that is the same.
package enum BootIdentifier {
    private static let path = "/proc/sys/kernel/random/boot_id"

    /// The ID of the running system; empty where it has none.
    package static var current: String {
        guard let file = try? OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC), "open", path),
            let bytes = try? file.readAll(limit: 128, subject: path)
        else { return "" }
        return String(String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace })
    }

    /// Whether the system has run on since it had this ID.
    package static func isCurrent(_ id: String) -> Bool { !id.isEmpty && id == current }
}
