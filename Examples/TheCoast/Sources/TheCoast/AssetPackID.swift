// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The asset packs of the game.
enum AssetPackID: String, CaseIterable {
    case tutorial = "Tutorial"
    case shoreline = "Shoreline"
    case lighthouse = "Lighthouse"
    case coastModel = "CoastModel"
    case textures = "Textures"
    case sounds = "Sounds"
    case shaders = "Shaders"
    case highResolutionTextures = "HighResolutionTextures"
    case englishTexts = "Texts-en"
    case germanTexts = "Texts-de"
    case frenchTexts = "Texts-fr"
}
