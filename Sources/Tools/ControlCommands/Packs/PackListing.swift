// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ServiceInterface

/// A pack as `ba packs --json` prints it: the record of the service with names in the place of status bits.
struct PackListing: Encodable {
    private enum CodingKeys: String, CodingKey { case status }

    private static let names: [(bit: PackStatus, name: String)] = [
        (.downloadAvailable, "downloadAvailable"), (.updateAvailable, "updateAvailable"), (.upToDate, "upToDate"),
        (.outOfDate, "outOfDate"), (.obsolete, "obsolete"), (.downloading, "downloading"), (.downloaded, "downloaded"),
    ]

    let record: PackRecord

    /// The names of `AssetPack.Status` that hold.
    var status: [String] {
        let bits = PackStatus(rawValue: record.status)
        return Self.names.filter { bits.contains($0.bit) }.map(\.name)
    }

    func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        // Over the number that the record has put there.
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(status, forKey: .status)
    }
}
