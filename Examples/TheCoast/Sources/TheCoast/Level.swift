// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The levels, and where their assets are.
enum Level: String, CaseIterable {
    case tutorial
    case shoreline
    case lighthouse

    var title: String {
        switch self {
        case .tutorial: "The Harbor"
        case .shoreline: "The Shoreline"
        case .lighthouse: "The Lighthouse"
        }
    }

    var assetPack: AssetPackID {
        switch self {
        case .tutorial: .tutorial
        case .shoreline: .shoreline
        case .lighthouse: .lighthouse
        }
    }

    /// Paths of the pictures that are shown while it is played; the tutorial begins with a film instead.
    var pictures: [String] {
        switch self {
        case .tutorial: []
        case .shoreline: (1...4).map { "Shoreline/Beach\($0).ppm" }
        case .lighthouse: (1...3).map { "Lighthouse/Tower\($0).ppm" }
        }
    }

    var map: String {
        switch self {
        case .tutorial: "Maps/Harbor.map"
        case .shoreline: "Maps/Shoreline.map"
        case .lighthouse: "Maps/Lighthouse.map"
        }
    }

    var sound: String {
        switch self {
        case .tutorial: "Sounds/Harbor.wav"
        case .shoreline: "Sounds/Shoreline.wav"
        case .lighthouse: "Sounds/Foghorn.wav"
        }
    }

    /// The light that it is played in.
    var shader: String {
        switch self {
        case .tutorial: "Day"
        case .shoreline: "Fog"
        case .lighthouse: "Night"
        }
    }
}
