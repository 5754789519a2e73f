// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A thumbnail, or the beginning of a video, as characters: these videos are rows of brightness.
struct Picture {
    private static let shades = Array(" .:-=+*#%@")
    private let bytes: Data

    init(_ video: Data) { bytes = video.prefix(24) }

    var text: String {
        String(bytes.map { Self.shades[Int($0) * Self.shades.count / 256] })
    }
}
