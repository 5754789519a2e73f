// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import Synchronization

/// Where a tool writes: results to standard output, everything else to standard error.
///
/// A value is a pair of descriptors, so tests give it files. Lines of several tasks never mix, and a live line (a
/// progress bar) is cleared before anything else is written.
package final class Console: Sendable {
    /// Standard output and standard error of this process.
    package static let standard = Console(output: 1, error: 2)

    /// Whether results go to a terminal.
    package let outputIsTerminal: Bool
    /// Whether messages go to a terminal; a progress bar needs that.
    package let errorIsTerminal: Bool
    private let output: Int32
    private let error: Int32
    /// The live line that stands on the terminal now; empty for none.
    private let liveLine = Mutex("")
    /// Why results no longer reach standard output; 0 while they do.
    private let outputErrno = Mutex<Int32>(0)

    /// Writes to these descriptors, which the caller keeps open.
    package init(output: Int32, error: Int32) {
        self.output = output
        self.error = error
        outputIsTerminal = isatty(output) == 1
        errorIsTerminal = isatty(error) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
    }

    /// Columns of the terminal that messages go to; 80 when there is none.
    package var columns: Int {
        let columns = Int(ba_terminal_columns(errorIsTerminal ? error : output))
        return columns > 0 ? columns : 80
    }

    /// Why a result did not reach standard output; nil while all did. Whoever writes line upon line asks, and stops.
    package var outputFailure: ToolError? {
        switch outputErrno.withLock({ $0 }) {
        case 0: nil
        case EPIPE: ToolError(.brokenPipe, "whoever read the output has gone")
        case let code: ToolError(.inputOutput, "cannot write the result: \(String(cString: strerror(code)))")
        }
    }

    /// Writes one result line to standard output.
    package func write(_ line: String) { writeRaw(line + "\n") }

    /// Writes `text` to standard output as it is, with no line end added.
    package func writeRaw(_ text: String) {
        liveLine.withLock { live in
            clear(live)
            let code = put(text, to: output)
            if code != 0 { outputErrno.withLock { $0 = code } }
            if !live.isEmpty { put(live, to: error) }
        }
    }

    /// Writes a line, or lines, about what goes on to standard error; names in it may hold anything.
    package func note(_ text: String) {
        let printable = PrintableText.of(text, keeping: ["\n", "\t"])
        liveLine.withLock { live in
            clear(live)
            put(printable + "\n" + live, to: error)
        }
    }

    /// Writes a question to standard error, and no line end after it.
    package func prompt(_ text: String) {
        liveLine.withLock { live in
            clear(live)
            put(PrintableText.of(text, keeping: []), to: error)
            live = ""
        }
    }

    /// Writes `warning: …` to standard error.
    package func warn(_ message: String) { note("warning: \(message)") }

    /// Shows `line` in place of the live line before it; an empty string takes it away. Only terminals show it.
    package func showLive(_ line: String) {
        guard errorIsTerminal else { return }
        liveLine.withLock { live in
            if live == line { return }
            clear(live)
            put(line, to: error)
            live = line
        }
    }

    private func clear(_ live: String) {
        if !live.isEmpty { put("\r\u{1b}[2K", to: error) }
    }

    /// A reader that went away or a full disk must not stop the work itself, so a failing write is given up.
    ///
    /// - Returns: 0, or why it failed.
    @discardableResult
    private func put(_ text: String, to descriptor: Int32) -> Int32 {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                let code = errno
                if code == EINTR { continue }
                if code == EAGAIN {
                    // Somebody made the terminal or pipe non-blocking.
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    if poll(&waiting, 1, -1) >= 0 || errno == EINTR { continue }
                }
                return code
            }
            bytes = bytes.dropFirst(count)
        }
        return 0
    }
}
