// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How important a message is.
public struct OSLogType: RawRepresentable, Equatable, Sendable {
    public let rawValue: UInt8

    /// Makes a level from its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Makes a level from its number.
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }

    /// The default level.
    public static let `default` = OSLogType(rawValue: 0x00)
    /// Helpful, but not essential.
    public static let info = OSLogType(rawValue: 0x01)
    /// Of use while developing.
    public static let debug = OSLogType(rawValue: 0x02)
    /// A failure.
    public static let error = OSLogType(rawValue: 0x10)
    /// A failure that more than one process takes part in, or a fault of the program.
    public static let fault = OSLogType(rawValue: 0x11)

    /// The word that stands in a line of the log.
    var name: String {
        switch self {
        case .info: "info"
        case .debug: "debug"
        case .error: "error"
        case .fault: "fault"
        default: "notice"
        }
    }
}
