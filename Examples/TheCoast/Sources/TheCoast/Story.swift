// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The texts of the game in one language.
struct Story: Codable {
    var title: String
    var tutorial: [String]
    var shoreline: [String]
    var lighthouse: [String]
    var tides: String
    var farewell: String

    /// What is shown when no texts are on this device.
    static let missing = Story(
        title: "The Coast", tutorial: [], shoreline: [], lighthouse: [], tides: "High and low water today:",
        farewell: "")

    func lines(for level: Level) -> [String] {
        switch level {
        case .tutorial: tutorial
        case .shoreline: shoreline
        case .lighthouse: lighthouse
        }
    }
}
