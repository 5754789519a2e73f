// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// Bytes at a path, and what goes wrong when they are asked for.
struct ServedResource: Sendable {
    let bytes: [UInt8]
    let contentType: String
    let entityTag: String
    /// One for each request to come.
    var faults: [Fault]
    /// For the requests after those.
    var finally: Fault

    init(bytes: [UInt8], contentType: String, entityTag: String?, faults: [Fault], finally: Fault) {
        self.bytes = bytes
        self.contentType = contentType
        self.faults = faults
        self.finally = finally
        let digest = SHA256.hash(data: bytes).prefix(8).map { String(UInt16($0) + 256, radix: 16).dropFirst() }
        self.entityTag = entityTag ?? "\"\(digest.joined())\""
    }

    /// Whether the next request is answered before its body is there.
    var isAnsweredEarly: Bool { (faults.first ?? finally).isEarly }

    /// The fault of the next request.
    mutating func nextFault() -> Fault { faults.isEmpty ? finally : faults.removeFirst() }
}
