// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A picture with three bytes a pixel, row by row. Only the pixels that are asked for are read.
struct Picture {
    let width: Int
    let height: Int
    private let data: Data
    private let offset: Int

    /// A picture inside of some data; nil when the data ends before the picture does.
    init?(width: Int, height: Int, data: Data, offset: Int) {
        guard width > 0, height > 0, width <= 65_536, height <= 65_536, offset >= 0,
            offset <= data.count - 3 * width * height
        else { return nil }
        self.width = width
        self.height = height
        self.data = data
        self.offset = offset
    }

    /// Reads a portable pixmap (`P6`, width, height, 255, pixels).
    init?(portablePixmap data: Data) {
        var fields: [String] = []
        var position = 0
        while fields.count < 4, position < min(data.count, 64) {
            let start = position
            while position < min(data.count, 64), !Self.isSpace(data[position]) { position += 1 }
            fields.append(String(decoding: data[start..<position], as: UTF8.self))
            position += 1
        }
        guard fields.count == 4, fields[0] == "P6", fields[3] == "255", let width = Int(fields[1]),
            let height = Int(fields[2])
        else { return nil }
        self.init(width: width, height: height, data: data, offset: position)
    }

    func color(x: Int, y: Int, shader: Shader? = nil) -> Color {
        let place = offset + 3 * (min(y, height - 1) * width + min(x, width - 1))
        let color = Color(red: data[place], green: data[place + 1], blue: data[place + 2])
        return shader?.apply(to: color) ?? color
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a }
}
