// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What a file of a bundle is. Foundation's attributes would name its owner, too, which may be asked of a directory service each
/// time.
struct FileFacts {
    private let status: stat

    /// - `followsLink`: whether a link at the end of the path counts as what it leads to.
    /// - Returns: nil when there is nothing, or it cannot be looked at.
    init?(path: String, followsLink: Bool) {
        var status = stat()
        guard (followsLink ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.status = status
    }

    var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }

    /// Bytes.
    var size: Int { Int(status.st_size) }

    var permissions: UInt32 { status.st_mode & 0o7777 }
}
