// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel

/// How a client uploads a part of a file.
struct UploadOperation: Equatable, Sendable {
    let url: String
    /// Sent along, exactly.
    let headers: [String: String]
    let offset: Int64
    let length: Int64
    /// Counted from 1.
    let partNumber: Int
    let expiration: Timestamp
    /// That of the part, when it has arrived already.
    let entityTag: String?

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "method": .string("PUT"), "url": .string(url), "length": .integer(length), "offset": .integer(offset),
            "requestHeaders": .array(
                headers.sorted { $0.key < $1.key }.map {
                    .object(["name": .string($0.key), "value": .string($0.value)])
                }),
            "expiration": .string(expiration.description), "partNumber": .integer(Int64(partNumber)),
        ]
        if let entityTag { members["entityTag"] = .string(entityTag) }
        return .object(members)
    }
}
