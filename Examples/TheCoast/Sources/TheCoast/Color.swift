// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A color of a pixel, 0 to 255 a channel.
struct Color: Equatable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    /// The nearest of the 216 colors that every color terminal has.
    var paletteIndex: Int {
        func step(_ value: UInt8) -> Int { (Int(value) * 5 + 127) / 255 }
        return 16 + 36 * step(red) + 6 * step(green) + step(blue)
    }

    /// A letter that is as bright as the color.
    var letter: Character {
        let letters = Array(" .:-=+*#%@")
        let brightness = (Int(red) * 299 + Int(green) * 587 + Int(blue) * 114) / 1000
        return letters[brightness * (letters.count - 1) / 255]
    }
}
