// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where the game is shown: a terminal with 16 million or 256 colors, or a pipe, which gets letters only.
struct Terminal {
    enum Colors {
        case all
        case palette
        case none
    }

    let colors: Colors
    /// Characters in a line.
    let columns: Int
    /// Lines on the screen.
    let rows: Int

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        if isatty(STDOUT_FILENO) == 0 || environment["TERM"] == "dumb" {
            colors = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) {
            colors = .all
        } else {
            colors = .palette
        }
        let size = Self.size
        columns = min(120, max(40, environment["COLUMNS"].flatMap(Int.init) ?? size?.columns ?? 80))
        rows = max(4, environment["LINES"].flatMap(Int.init) ?? size?.rows ?? 24)
    }

    /// What the terminal says of itself.
    private static var size: (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    var isInteractive: Bool { colors != .none }

    /// Writes a line.
    func write(_ line: String) { put(line + "\n") }

    /// Writes text as it is, at once.
    func put(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    /// The character with a foreground and a background, as far as there are colors.
    func cell(_ character: Character, _ foreground: Color, on background: Color? = nil) -> String {
        switch colors {
        case .none:
            return String(character)
        case .all:
            var text = "\u{1b}[38;2;\(foreground.red);\(foreground.green);\(foreground.blue)"
            if let background { text += ";48;2;\(background.red);\(background.green);\(background.blue)" }
            return text + "m\(character)"
        case .palette:
            var text = "\u{1b}[38;5;\(foreground.paletteIndex)"
            if let background { text += ";48;5;\(background.paletteIndex)" }
            return text + "m\(character)"
        }
    }

    /// Ends the colors of a line.
    var plain: String { colors == .none ? "" : "\u{1b}[0m" }

    /// A picture in half blocks, two rows of it in each line of text; in a pipe in letters from dark to bright.
    /// With `fitsScreen` it is made so small that all of it can be seen at once.
    func lines(of picture: Picture, shader: Shader? = nil, fitsScreen: Bool = false) -> [String] {
        let widest = fitsScreen ? 2 * (rows - 1) * picture.width / max(1, picture.height) : columns
        let columns = max(2, min(columns, widest))
        let height = max(2, columns * picture.height / max(1, picture.width)) / 2
        return (0..<height).map { line in
            var text = ""
            for column in 0..<columns {
                let x = column * picture.width / columns
                let top = picture.color(x: x, y: 2 * line * picture.height / (2 * height), shader: shader)
                let bottom = picture.color(x: x, y: (2 * line + 1) * picture.height / (2 * height), shader: shader)
                text += isInteractive ? cell("▀", top, on: bottom) : String(top.letter)
            }
            return text + plain
        }
    }
}
