// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
public import Foundation

extension AssetPack: Encodable, DecodableWithConfiguration {
    /// What is needed to read a pack, apart from its JSON.
    public typealias DecodingConfiguration = AssetPackManifest.DecodingConfiguration

    /// Reads a pack in the form of a download manifest.
    public init(from decoder: any Decoder, configuration: DecodingConfiguration) throws {
        let entry = try DownloadManifestEntry(from: decoder)
        do { try entry.validate() } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.description))
        }
        self.init(entry, appGroupID: configuration.appGroupID)
    }

    /// Writes the pack in the form of a download manifest.
    public func encode(to encoder: any Encoder) throws { try entry.encode(to: encoder) }
}
