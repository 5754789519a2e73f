// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Writes messages to the log.
///
/// On Linux a message becomes one line on standard error: level, subsystem, category and text. The service collects it
/// from the extensions that it runs; apps started by a session write to its journal.
public struct Logger: Sendable {
    private let label: String
    private let isEnabled: Bool

    private init(label: String = "", isEnabled: Bool = true) {
        self.label = label
        self.isEnabled = isEnabled
    }

    /// A logger of no subsystem.
    public init() { self.init(label: "") }

    /// A logger of a part of a program.
    ///
    /// - Parameters:
    ///   - subsystem: a bundle identifier, as a rule.
    ///   - category: the part of it.
    public init(subsystem: String, category: String) { self.init(label: "[\(subsystem):\(category)] ") }

    /// A logger of a log.
    public init(_ logObj: OSLog) { self = logObj.logger ?? Logger(isEnabled: false) }

    /// Writes a message at the default level.
    public func log(_ message: OSLogMessage) { write(.default, message) }
    /// Writes a message at a level.
    public func log(level: OSLogType, _ message: OSLogMessage) { write(level, message) }
    /// Writes what is of use while developing.
    public func trace(_ message: OSLogMessage) { write(.debug, message) }
    /// Writes what is of use while developing.
    public func debug(_ message: OSLogMessage) { write(.debug, message) }
    /// Writes what is helpful, but not essential.
    public func info(_ message: OSLogMessage) { write(.info, message) }
    /// Writes a message at the default level.
    public func notice(_ message: OSLogMessage) { write(.default, message) }
    /// Writes a warning.
    public func warning(_ message: OSLogMessage) { write(.error, message) }
    /// Writes a failure.
    public func error(_ message: OSLogMessage) { write(.error, message) }
    /// Writes a fault of the program.
    public func critical(_ message: OSLogMessage) { write(.fault, message) }
    /// Writes a fault of the program.
    public func fault(_ message: OSLogMessage) { write(.fault, message) }

    /// One call to write(2) a line, so that lines of several threads do not mix.
    private func write(_ level: OSLogType, _ message: OSLogMessage) {
        guard isEnabled else { return }
        let text = message.text.replacing("\n", with: "\n    ")
        let line = Array("\(level.name): \(label)\(text)\n".utf8)
        var written = 0
        while written < line.count {
            let count = line.withUnsafeBytes { buffer -> Int in
                guard let base = buffer.baseAddress else { return 0 }
                return Glibc.write(STDERR_FILENO, base + written, buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            // Nobody reads the log: nothing else can be done about it.
            guard count > 0 else { return }
            written += count
        }
    }
}
