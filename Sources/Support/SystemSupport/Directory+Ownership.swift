// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension Directory {
    /// Finds out whether a folder can be worked in as one's own: it is one, and this user's.
    @discardableResult package static func checkOwn(
        _ path: String, userID: UInt32
    ) throws(SystemError) -> FileStatus {
        let status = FileStatus(path: path)
        guard let status, status.kind == .folder else {
            // What a link leads to may change between two looks at it.
            let isLink = status?.kind == .symbolicLink
            throw SystemError(
                errno: .notDirectory, operation: "use",
                subject: path + (isLink ? " (it is a symbolic link: name the folder that it leads to)" : ""))
        }
        guard status.owner == userID else {
            throw SystemError(errno: .notPermitted, operation: "use", subject: path + " (it is not this user's)")
        }
        return status
    }
}
