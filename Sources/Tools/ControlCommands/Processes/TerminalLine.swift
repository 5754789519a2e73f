// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Dispatch
internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// The next line that somebody types, for as long as anybody wants to know: a question that is called off takes nothing away
/// from the next one.
final class TerminalLine: Sendable {
    /// More than a terminal lets anybody type in one line.
    private static let longest = 4096

    private let terminal: Int32
    /// Becomes readable when the question is called off.
    private let stop: OwnedDescriptor
    private let stopper: OwnedDescriptor

    /// - `terminal`: a descriptor, which stays the caller's.
    init(of terminal: Int32) throws(SystemError) {
        self.terminal = terminal
        var ends: [Int32] = [-1, -1]
        try retrying("make", "a pipe") { ba_pipe(&ends) }
        stop = OwnedDescriptor(taking: ends[0])
        stopper = OwnedDescriptor(taking: ends[1])
    }

    /// Waits for the line, without its end; nil at the end of the input, and when the task is cancelled.
    func read() async throws(SystemError) -> String? {
        let result: Result<String?, SystemError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async { [self] in
                    continuation.resume(returning: Result { () throws(SystemError) in try readBlocking() })
                }
            }
        } onCancel: {
            // A pipe that is empty takes a byte.
            _ = write(stopper.rawValue, [0], 1)
        }
        return try result.get()
    }

    private func readBlocking() throws(SystemError) -> String? {
        var line: [UInt8] = []
        while line.count < Self.longest {
            var waiting = [
                pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop.rawValue, events: Int16(POLLIN), revents: 0),
            ]
            try retrying("wait for", "the terminal") { poll(&waiting, 2, -1) }
            if waiting[1].revents != 0 { return nil }
            // Byte by byte: what follows the line is the next question's.
            var byte: UInt8 = 0
            guard try retrying("read", "the terminal", { Glibc.read(terminal, &byte, 1) }) == 1 else { break }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }
}
