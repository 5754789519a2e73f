// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension Directory {
    /// Visits every file beneath this folder, on this file system, following no symbolic link.
    ///
    /// What apps write is looked at by it while they write: a folder that goes meanwhile, or that may not be read, is passed
    /// over.
    ///
    /// - `body`: takes the path of a file, relative to this folder, and its status.
    package borrowing func forEachFile(_ body: (_ path: String, _ status: FileStatus) -> Void) {
        guard let device = try? descriptor.status(subject: path).identity.device else { return }
        // Paths, and no descriptors: a tree may be deeper than there are descriptors.
        var waiting = [""]
        while let path = waiting.popLast() {
            guard let folder = try? self.folder(path.isEmpty ? "." : path), let names = try? folder.names() else {
                continue
            }
            for name in names {
                guard let status = FileStatus(of: name, in: folder), status.identity.device == device else { continue }
                let inner = path.isEmpty ? name : path + "/" + name
                switch status.kind {
                case .folder: waiting.append(inner)
                case .file: body(inner, status)
                case .symbolicLink, .other: break
                }
            }
        }
    }

    /// Bytes on disk of all files beneath this folder; those with several names in it count once.
    package borrowing func allocatedSize() -> Int64 {
        var size: Int64 = 0
        var seen: Set<FileIdentity> = []
        forEachFile { _, status in
            if status.linkCount == 1 || seen.insert(status.identity).inserted { size &+= status.allocatedSize }
        }
        return size
    }
}

extension FileStatus {
    /// Examines what stands at a name in a folder, following no symbolic link.
    package init?(of name: String, in folder: borrowing Directory) {
        var value = stat()
        guard fstatat(folder.descriptor.rawValue, name, &value, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        self.init(value)
    }
}
