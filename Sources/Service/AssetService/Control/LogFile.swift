// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import SystemSupport

/// The log on disk: one file, and one older one, of a bounded size. What cannot be written is dropped: a full disk must
/// not end the service.
package final class LogFile: Sendable {
    private static let limit = 4 << 20
    private let path: String
    private let echo: Bool
    private let state = Mutex(State())

    private struct State {
        var descriptor: Int32 = -1
        var size = 0
        /// The last line was cut off, as by a full disk: the next one does not go on in it.
        var endsInLine = false
    }

    /// - `echo`: also write to standard error, for debugging.
    package init(path: String, echo: Bool) {
        self.path = path
        self.echo = echo
    }

    deinit { state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } } }

    /// The last lines of what earlier runs of the service have written, oldest first.
    package func tail(lines count: Int) -> [String] {
        let size = FileStatus(path: path)?.size ?? 0
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let start = max(0, size - Int64(count * 200))
        var bytes = [UInt8](repeating: 0, count: Int(size - start))
        let length = pread(descriptor, &bytes, bytes.count, off_t(start))
        guard length > 0 else { return [] }
        var lines = bytes[..<length].split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        // It begins in the midst of a line.
        if start > 0, !lines.isEmpty { lines.removeFirst() }
        return lines.suffix(count)
    }

    func append(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        if echo { _ = write(2, bytes, bytes.count) }
        state.withLock { state in
            if state.descriptor < 0 || state.size + bytes.count > Self.limit { reopen(&state) }
            guard state.descriptor >= 0 else { return }
            let text = state.endsInLine ? [UInt8(ascii: "\n")] + bytes : bytes
            let written = write(state.descriptor, text, text.count)
            guard written > 0 else { return }
            state.size += written
            state.endsInLine = text[written - 1] != UInt8(ascii: "\n")
        }
    }

    private func reopen(_ state: inout State) {
        if state.descriptor >= 0 {
            close(state.descriptor)
            rename(path, path + ".1")
        }
        state.descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        state.size = Int(FileStatus(path: path)?.size ?? 0)
        var last: UInt8 = 0
        state.endsInLine =
            state.size > 0 && pread(state.descriptor, &last, 1, off_t(state.size - 1)) == 1
            && last != UInt8(ascii: "\n")
    }
}
