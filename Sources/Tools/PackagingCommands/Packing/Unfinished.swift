// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// What this tool makes and that is not whole yet: it lies beside where it goes to, under a name of its own.
enum Unfinished {
    private static let subject = "ba-package"

    static func newName() -> String { TemporaryName(subject).text }

    /// Removes the files and folders of runs that were killed.
    ///
    /// - Parameter folder: where they lie; empty for the working folder.
    static func remove(in folder: String) {
        // What cannot be listed or removed is no obstacle to the file that is to be written.
        let path = folder.isEmpty ? "." : folder
        guard
            let descriptor = try? OwnedDescriptor(
                checking: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open the folder", path)
        else { return }
        try? Directory(descriptor: descriptor, path: path).removeUnfinished { $0 == subject }
    }
}
