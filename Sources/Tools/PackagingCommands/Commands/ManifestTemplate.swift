// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The packaging manifest that `ba-package template` writes.
package enum ManifestTemplate {
    package static let text = """
        // The packaging manifest of an asset pack. Comments and trailing commas are allowed.
        // Make the pack with: ba-package Manifest.json -o MyAssetPack.aar
        {
          // The name of the pack in your app's code and in addresses: letters, digits, ".", "-", "_".
          "assetPackID": "MyAssetPack",

          // When the pack comes to a device: exactly one of
          //   "essential": part of the installation; the app cannot be opened before it is there
          //   "prefetch": begins with the installation, and may outlast it
          //   "onDemand": when the app asks for it; takes {}
          // The first two name the events at which they do so: "firstInstallation", "subsequentUpdate", or both.
          "downloadPolicy": {
            "essential": {
              "installationEventTypes": ["firstInstallation", "subsequentUpdate"],
            },
            // "prefetch": { "installationEventTypes": ["firstInstallation"] },
            // "onDemand": {},
          },

          // The folder that the selectors below are relative to, itself relative to this file.
          // Without it they are relative to the folder that ba-package runs in.
          "sourceRoot": ".",

          // What goes into the pack. A selector is one of these:
          "fileSelectors": [
            // One file, under its own path.
            { "file": "Videos/Introduction.m4v" },
            // A folder with all that is in it.
            { "directory": "Textures" },
            // All files that a UNIX glob matches; ** stands for any number of folders.
            // { "filePattern": "Sounds/**/*.caf" },
            // One file, or one folder, under another path.
            // { "fileSource": "build/level-1.bin", "fileDestination": "Levels/1.bin" },
            // { "directorySource": "build/shaders", "directoryDestination": "Shaders" },
            // Leaves out what a glob matches, whatever selects it.
            // { "fileExclusion": "**/.DS_Store" },
          ],

          // The platforms that the pack is for: "iOS", "macOS", "tvOS", "visionOS", "Linux"; empty for all.
          "platforms": [],

          // The language of a localized pack: "en", "pt-BR", "zh-Hant-TW".
          // "language": "en",

          // Anything your app wants to know about the pack before it is there (self-hosted packs only).
          // "userInfo": { "level": 1 },
        }

        """
}
