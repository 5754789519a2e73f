// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A film: the one track of a QuickTime movie, whose frames are uncompressed and lie one behind the other.
///
/// Only its tables are read, and of its frames those that are shown.
struct Film {
    let framesPerSecond: Int
    let frameCount: Int
    private let width: Int
    private let height: Int
    private let offset: Int
    private let data: Data

    /// Reads the tables; nil when they are not of such a movie, or say more than there is.
    init?(_ data: Data) {
        let movie = MovieBoxes(data)
        let track = ["moov", "trak", "mdia"]
        let table = track + ["minf", "stbl"]
        guard let header = movie.find(track + ["mdhd"]), let rate = data.bigEndian(at: header.lowerBound + 12),
            let sample = movie.find(table + ["stsd"], then: 8, ["raw "]),
            let size = data.bigEndian(at: sample.lowerBound + 24),
            let sizes = movie.find(table + ["stsz"]), let bytes = data.bigEndian(at: sizes.lowerBound + 4),
            let count = data.bigEndian(at: sizes.lowerBound + 8),
            let places = movie.find(table + ["stco"]), data.bigEndian(at: places.lowerBound + 4) == 1,
            let offset = data.bigEndian(at: places.lowerBound + 8)
        else { return nil }
        // Two numbers of two bytes each.
        (width, height) = (size >> 16, size & 0xffff)
        guard rate > 0, rate <= 1000, count > 0, bytes == 3 * width * height else { return nil }
        self.data = data
        self.offset = offset
        framesPerSecond = rate
        frameCount = count
        guard frame(frameCount - 1) != nil else { return nil }
    }

    /// A frame; nil beyond the end.
    func frame(_ index: Int) -> Picture? {
        guard index >= 0, index < frameCount else { return nil }
        return Picture(width: width, height: height, data: data, offset: offset + index * width * height * 3)
    }
}
