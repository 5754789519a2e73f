// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ServiceInterface

/// A `PackEvent` as a client reads it that may be older than the service: kinds that it does not know are skipped.
struct PackEventMessage: Decodable, Sendable {
    let id: Int64
    let kind: String
    let pack: DownloadManifestEntry?
    let completedBytes: Int64?
    let totalBytes: Int64?
    let failure: PackFailure?
    let missed: Bool?

    var knownKind: PackEvent.Kind { PackEvent.Kind(rawValue: kind) ?? .unknown }
    var isMissed: Bool { missed ?? false }
}
