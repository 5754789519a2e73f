// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The light that pictures are shown in: a tint, and a gamma curve.
struct Shader {
    private let tables: [[UInt8]]

    /// Reads the lines of a shader; nil when it has no `tint` or `gamma`.
    init?(_ data: Data) {
        var tint: [Double] = []
        var gamma: Double?
        for line in String(decoding: data.prefix(4096), as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.first == "tint" { tint = words.dropFirst().compactMap { Double($0) } }
            if words.first == "gamma" { gamma = words.dropFirst().first.flatMap { Double($0) } }
        }
        guard tint.count == 3, let gamma, gamma > 0, gamma.isFinite, tint.allSatisfy(\.isFinite) else { return nil }
        tables = tint.map { factor in
            (0...255).map { value in
                UInt8(min(255, max(0, 255 * pow(Double(value) / 255, gamma) * factor)))
            }
        }
    }

    func apply(to color: Color) -> Color {
        Color(
            red: tables[0][Int(color.red)], green: tables[1][Int(color.green)], blue: tables[2][Int(color.blue)])
    }
}
