// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a person or an app is called, in lists and beside other text.
package enum DisplayName {
    /// Characters.
    package static let longest = 200

    /// Whether it is one line that leaves what is beside it as it is.
    package static func isValid(_ text: String, longest: Int = longest) -> Bool {
        let scalars = text.unicodeScalars
        return (1...longest).contains(scalars.count) && !scalars.allSatisfy(\.properties.isWhitespace)
            && !scalars.contains(where: breaksLine)
    }

    /// Whether a character ends a line, or turns the direction of what follows: of names beside it, too.
    private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl && scalar != "\u{200e}" && scalar != "\u{200f}"
        }
    }
}
