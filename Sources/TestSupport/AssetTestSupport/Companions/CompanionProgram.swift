// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import Synchronization

/// A server that all tests of this process share: a script starts it when the first test needs it, prints a line about where it is,
/// and ends it when its standard input ends, which is with this process.
package actor CompanionProgram {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let script: String
    private var starting: Task<(line: String, input: FileHandle), any Error>?

    /// - `script`: its name in the folder `scripts`.
    package init(_ script: String) { self.script = script }

    /// What it has printed: it serves.
    package func line() async throws -> String { try await started().line }

    /// Says a word to it, on a line.
    package func say(_ word: String) async throws {
        try await started().input.write(contentsOf: Data((word + "\n").utf8))
    }

    private func started() async throws -> (line: String, input: FileHandle) {
        let task = starting ?? Task { try await Self.start(script) }
        starting = task
        return try await task.value
    }

    private static func start(_ script: String) async throws -> (line: String, input: FileHandle) {
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: FileManager.default.currentDirectoryPath + "/scripts/" + script)
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let handle = output.fileHandleForReading
        let line = await withCheckedContinuation { (continuation: CheckedContinuation<String, Never>) in
            // Its start takes a while, for which a thread of the tasks is not to wait.
            DispatchQueue.global().async { continuation.resume(returning: firstLine(of: handle)) }
        }
        guard !line.isEmpty else { throw Failure(description: "\(script) has ended before it served") }
        held.withLock { $0.append(Held(process: process, input: input)) }
        return (line, input.fileHandleForWriting)
    }

    /// - Returns: nothing when there is no whole line.
    private static func firstLine(of handle: FileHandle) -> String {
        var bytes = Data()
        while true {
            let data = handle.availableData
            if data.isEmpty { return "" }
            bytes += data
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
        }
    }

    private struct Held: @unchecked Sendable {
        // Never used again: kept so that the pipe stays open for as long as this process lives.
        let process: TestProcess
        let input: Pipe
    }
    private static let held = Mutex<[Held]>([])
}
