// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
package import SystemSupport

/// A pipe for what a child prints that may outlive whoever reads it: the end that it writes to can be read from, too, so the pipe is never
/// broken, what is printed meanwhile stays in it, and whoever comes after opens it by the child.
package enum LastingPipe {
    /// The place of a pipe among those that are read here.
    struct Place: Sendable {
        fileprivate let inode: UInt64

        func leave() { taken.withLock { _ = $0.remove(inode) } }
    }

    /// The pipes that are read here, by their inodes.
    private static let taken = Mutex<Set<UInt64>>([])

    /// Its two ends, close-on-exec. Whoever asks closes the one that is written to.
    package static func make() throws(SystemError) -> (reader: PipeReader, writer: Int32) {
        let (reader, writer) = try ChildOutput.pipe()
        let input = OwnedDescriptor(taking: writer)
        let output = PipeReader(OwnedDescriptor(taking: reader), at: place(of: reader))
        let path = "/proc/self/fd/\(input.rawValue)"
        let both = try OwnedDescriptor(checking: open(path, O_RDWR | O_CLOEXEC), "open", path)
        return (output, both.release())
    }

    /// The end to read from of the one that a process prints to.
    ///
    /// - Returns: nil where it prints elsewhere, or that is read here already.
    package static func reopen(of processID: Int32) -> PipeReader? {
        reopen(processID, STDOUT_FILENO) ?? reopen(processID, STDERR_FILENO)
    }

    private static func reopen(_ processID: Int32, _ descriptor: Int32) -> PipeReader? {
        let link = "/proc/\(processID)/fd/\(descriptor)"
        guard isLasting("/proc/\(processID)/fdinfo/\(descriptor)"), isPipe(link) else { return nil }
        // It does not wait for anybody who writes: the process may just have ended.
        let number = open(link, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard number >= 0 else { return nil }
        let reader = OwnedDescriptor(taking: number)
        guard let place = place(of: number) else { return nil }
        _ = fcntl(number, F_SETFL, 0)
        return PipeReader(reader, at: place)
    }

    /// Takes the place of a pipe; nil for what is none, and where it is taken.
    private static func place(of descriptor: Int32) -> Place? {
        guard let inode = inode(of: descriptor), taken.withLock({ $0.insert(inode).inserted }) else { return nil }
        return Place(inode: inode)
    }

    /// nil for what is no pipe.
    private static func inode(of descriptor: Int32) -> UInt64? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        return UInt64(status.st_ino)
    }

    /// Whether a link of `/proc` leads to a pipe: a terminal, or a device, is not even opened.
    private static func isPipe(_ link: String) -> Bool {
        LinkTarget(of: link)?.text.hasPrefix("pipe:[") ?? false
    }

    /// Whether what a process prints to is open for reading as well, which pipes of others are not: see proc_pid_fdinfo(5).
    private static func isLasting(_ path: String) -> Bool {
        do throws(SystemError) {
            let file = try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC), "open", path)
            let text = String(decoding: try file.readAll(limit: 4096, subject: path), as: UTF8.self)
            let flags = text.split(separator: "\n").first { $0.hasPrefix("flags:") }?.split(separator: "\t").last
            return flags.flatMap { Int32($0, radix: 8) }.map { $0 & O_ACCMODE == O_RDWR } ?? false
        } catch { return false }
    }
}
