// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A message with interpolated values, each with a privacy.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    /// A message without values.
    public init(stringLiteral value: String) { text = value }
    /// A message with values.
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// Puts an `OSLogMessage` together.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    /// Begins a message.
    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    /// Adds what stands between values.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a value by its description.
    public mutating func appendInterpolation<Value>(_ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto) {
        text += privacy.text(of: String(describing: value()))
    }

    /// Adds a value by its description, filled up to a width.
    public mutating func appendInterpolation<Value>(
        _ value: @autoclosure () -> Value, align: OSLogStringAlignment, privacy: OSLogPrivacy = .auto
    ) {
        text += align.apply(to: privacy.text(of: String(describing: value())))
    }

    /// Adds a floating-point value.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> Double, format: OSLogFloatFormatting, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        text += align.apply(to: privacy.text(of: format.text(of: value())))
    }

    /// Adds an integer.
    public mutating func appendInterpolation<Value: BinaryInteger>(
        _ value: @autoclosure () -> Value, format: OSLogIntegerFormatting, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        text += align.apply(to: privacy.text(of: format.text(of: value())))
    }
}

/// On which side a value is filled up with spaces.
public struct OSLogStringAlignment: Sendable {
    private let columns: Int
    private let isRight: Bool

    /// As it is.
    public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: 0, isRight: false) }
    /// Filled up on its right.
    public static func left(columns: Int) -> OSLogStringAlignment { .init(columns: columns, isRight: false) }
    /// Filled up on its left.
    public static func right(columns: Int) -> OSLogStringAlignment { .init(columns: columns, isRight: true) }

    func apply(to text: String) -> String {
        let padding = String(repeating: " ", count: max(0, min(columns, 1_000) - text.count))
        return isRight ? padding + text : text + padding
    }
}

/// How a floating-point value is written.
public struct OSLogFloatFormatting: Sendable {
    private let precision: Int?

    /// With six digits after the point.
    public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting(precision: 6) }
    /// With so many digits after the point.
    public static func fixed(precision: Int) -> OSLogFloatFormatting { OSLogFloatFormatting(precision: precision) }
    /// As short as it can be read back.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(precision: nil) }

    func text(of value: Double) -> String {
        guard let precision, value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
        let digits = max(0, min(precision, 15))
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let rounded = (value.magnitude * scale).rounded()
        guard rounded < 9e18 else { return "\(value)" }
        let whole = String(Int64(rounded))
        let padded = String(repeating: "0", count: max(0, digits + 1 - whole.count)) + whole
        let sign = value < 0 && rounded > 0 ? "-" : ""
        return digits == 0 ? sign + padded : sign + padded.dropLast(digits) + "." + padded.suffix(digits)
    }
}
