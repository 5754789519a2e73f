// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A film: a header, then its frames, each as large as the others.
struct Film {
    let framesPerSecond: Int
    let frameCount: Int
    private let width: Int
    private let height: Int
    private let data: Data
    private static let headerSize = 16

    init?(_ data: Data) {
        guard data.prefix(4) == Data("CFLM".utf8), data.integer(at: 4, as: UInt16.self) == 1,
            let width = data.integer(at: 6, as: UInt16.self), let height = data.integer(at: 8, as: UInt16.self),
            let rate = data.integer(at: 10, as: UInt16.self), let count = data.integer(at: 12, as: UInt32.self),
            rate > 0, count > 0
        else { return nil }
        self.width = Int(width)
        self.height = Int(height)
        self.data = data
        framesPerSecond = Int(rate)
        frameCount = Int(count)
        guard frame(frameCount - 1) != nil else { return nil }
    }

    /// A frame; nil beyond the end.
    func frame(_ index: Int) -> Picture? {
        guard index >= 0, index < frameCount else { return nil }
        return Picture(
            width: width, height: height, data: data, offset: Self.headerSize + index * width * height * 3)
    }
}
