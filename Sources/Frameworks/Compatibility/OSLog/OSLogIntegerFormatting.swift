// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How an integer is written.
public struct OSLogIntegerFormatting: Sendable {
    private static let mostDigits = 1_000
    private let radix: Int
    private let prefix: String
    private let isUppercase: Bool
    private let hasPlus: Bool
    private let minDigits: Int

    private init(
        radix: Int, prefix: String = "", isUppercase: Bool = false, hasPlus: Bool = false, minDigits: Int = 1
    ) {
        self.radix = radix
        self.prefix = prefix
        self.isUppercase = isUppercase
        self.hasPlus = hasPlus
        self.minDigits = minDigits
    }

    /// In tens.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }
    /// In sixteens.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    /// In eights.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    /// In tens, with at least so many digits.
    public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 1) -> OSLogIntegerFormatting {
        .init(radix: 10, hasPlus: explicitPositiveSign, minDigits: minDigits)
    }

    /// In sixteens, after `0x` if it is to have a prefix, with at least so many digits.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 1
    ) -> OSLogIntegerFormatting {
        .init(
            radix: 16, prefix: includePrefix ? "0x" : "", isUppercase: uppercase, hasPlus: explicitPositiveSign,
            minDigits: minDigits)
    }

    /// In eights, after `0o` if it is to have a prefix, with at least so many digits.
    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 1
    ) -> OSLogIntegerFormatting {
        .init(
            radix: 8, prefix: includePrefix ? "0o" : "", isUppercase: uppercase, hasPlus: explicitPositiveSign,
            minDigits: minDigits)
    }

    func text(of value: some BinaryInteger) -> String {
        let digits = String(value.magnitude, radix: radix, uppercase: isUppercase)
        let zeros = String(repeating: "0", count: max(0, min(minDigits, Self.mostDigits) - digits.count))
        return (value < 0 ? "-" : hasPlus ? "+" : "") + prefix + zeros + digits
    }
}
