// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
package import Logging
package import SystemSupport

/// What a child prints: each line of it is logged. It is used on the thread that watches the child alone.
package final class ChildOutput {
    /// Reads of the pipe after the end of the child: more than a pipe holds.
    private static let lastReads = 64

    private let reader: PipeReader
    private let subject: String
    private let logger: Logger
    private let ended: () -> Void
    private var splitter = LineSplitter()
    private var budget = LineBudget()
    private var isOpen = true
    /// What it said last; empty before it has said anything.
    package private(set) var lastLine = ""

    /// - `subject`: who prints, as the log names them.
    /// - `ended`: is called once, when all is logged.
    package init(_ reader: PipeReader, of subject: String, logger: Logger, ended: @escaping () -> Void = {}) {
        self.reader = reader
        self.subject = subject
        self.logger = logger
        self.ended = ended
    }

    /// The two ends of a pipe for it, close-on-exec.
    package static func pipe() throws(SystemError) -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        try retrying("make", "a pipe") { ba_pipe(&ends) }
        return (ends[0], ends[1])
    }

    /// What `poll` is to watch; -1 when nothing more comes.
    package var watched: Int32 { isOpen ? reader.rawValue : -1 }

    /// Takes all that comes until nobody can print any more. Blocks.
    package func takeAll() { while isOpen { take() } }

    /// Takes what has come, and waits where nothing has.
    package func take() {
        guard let bytes = reader.read() else { return end() }
        for line in splitter.append(bytes[...]) { log(line) }
    }

    /// Takes what the child has printed last, which is still in the pipe; more than that may come from what it left behind.
    package func takeRest() {
        for _ in 0..<Self.lastReads where isOpen {
            var watched = pollfd(fd: reader.rawValue, events: Int16(POLLIN), revents: 0)
            guard poll(&watched, 1, 0) > 0 else { break }
            take()
        }
        for line in splitter.finish() { log(line) }
    }

    /// The same, and takes nothing more.
    package func finish() {
        takeRest()
        end()
    }

    private func end() {
        guard isOpen else { return }
        isOpen = false
        for line in splitter.finish() { log(line) }
        log(budget.finish())
        ended()
    }

    /// - Returns: nil when nothing more comes.
    package static func read(_ descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            return count > 0 ? Array(buffer[..<count]) : nil
        }
    }

    private func log(_ line: String) {
        lastLine = line
        log(budget.take(line, at: .now))
    }

    private func log(_ entries: [LineBudget.Entry]) {
        for entry in entries {
            switch entry {
            case .line(let line): logger.info("\(subject): \(line)")
            case .gap(let count):
                logger.warning(
                    """
                    \(subject): \(count) lines are left out here: it has \(LineBudget.largestCount) at first, and \
                    \(LineBudget.linesPerMinute) more a minute
                    """)
            }
        }
    }
}
