// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A part of a program, for `os_log`; a `Logger` is more convenient.
public final class OSLog: Sendable {
    /// Of no subsystem.
    public static let `default` = OSLog(logger: Logger())
    /// Takes no messages.
    public static let disabled = OSLog(logger: nil)

    let logger: Logger?

    private init(logger: Logger?) { self.logger = logger }

    /// A log of a part of a program.
    ///
    /// - Parameters:
    ///   - subsystem: a bundle identifier, as a rule.
    ///   - category: the part of it.
    public convenience init(subsystem: String, category: String) {
        self.init(logger: Logger(subsystem: subsystem, category: category))
    }
}

/// Writes a message without values. (A format with arguments is not there: write `os_log(.error, "\(value)")`.)
///
/// - Parameters:
///   - message: the message.
///   - log: the part of the program.
///   - type: its level.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_log(_ message: StaticString, log: OSLog = .default, type: OSLogType = .default) {
    log.logger?.log(level: type, OSLogMessage(stringLiteral: message.description))
}

/// Writes a message, with its values, at the default level.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload
public func os_log(_ message: OSLogMessage) { os_log(.default, message) }

/// Writes a message.
///
/// - Parameters:
///   - type: its level.
///   - log: the part of the program.
///   - message: the message, with its values.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    log.logger?.log(level: type, message)
}
