// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// Copies files and folders into a folder that is being built.
enum FileCopy {
    /// Copies the file at `source`, an absolute path, under a name that must be free. Its permission to be run is kept.
    static func copyFile(_ source: String, to name: String, in folder: borrowing Directory) throws(SystemError) {
        let input = try OwnedDescriptor(checking: open(source, O_RDONLY | O_CLOEXEC), "open", source)
        try copy(input, subject: source, to: name, in: folder)
    }

    /// Copies what is in the folder at `source`, an absolute path, with its folders; those that are there are merged,
    /// files must be new. Symbolic links and special files are refused: a bundle means the same wherever it lies.
    static func copyContents(of source: String, to folder: borrowing Directory) throws(SystemError) {
        try copyContents(of: try Directory(opening: source), to: folder)
    }

    private static func copyContents(
        of source: consuming Directory, to folder: borrowing Directory
    ) throws(SystemError) {
        for name in try source.names() {
            let path = source.path + "/" + name
            switch FileStatus(path: path)?.kind {
            case .folder:
                try folder.makeFolder(name, mode: 0o755)
                try copyContents(of: try source.folder(name), to: try folder.folder(name))
            case .file: try copy(try source.open(name), subject: path, to: name, in: folder)
            default:
                throw SystemError(
                    errno: .invalidArgument, operation: "put into a bundle, which takes files and folders only,",
                    subject: path)
            }
        }
    }

    private static func copy(
        _ input: consuming OwnedDescriptor, subject: String, to name: String, in folder: borrowing Directory
    ) throws(SystemError) {
        let status = try input.status(subject: subject)
        guard status.kind == .file else {
            throw SystemError(errno: .invalidArgument, operation: "copy", subject: subject + ", which is no file")
        }
        let mode: UInt32 = status.permissions & 0o111 == 0 ? 0o644 : 0o755
        let output = try folder.open(name, flags: O_WRONLY | O_CREAT | O_EXCL, mode: mode)
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        let number = input.rawValue
        while true {
            let count = try retrying("read", subject) {
                buffer.withUnsafeMutableBytes { read(number, $0.baseAddress, $0.count) }
            }
            if count == 0 { return }
            try output.writeAll(buffer[..<count], subject: folder.path + "/" + name)
        }
    }
}
