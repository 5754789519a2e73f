// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What BenchGame prints.
struct GameAnswer: Decodable {
    var seconds: [Double]

    init(_ text: String) throws(BenchError) {
        guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("{") }),
            let answer = try? JSONDecoder().decode(Self.self, from: Data(line.utf8))
        else { throw .unexpected(what: "the answer of BenchGame", found: text) }
        self = answer
    }
}
