// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import NIOCore

/// What a representation is answered with, before its bytes are read.
struct ContentAnswer {
    enum Bytes {
        case none
        case range(Range<Int64>)
        case parts(MultipartByteRanges)
    }

    let status: HTTPResponse.Status
    let fields: [HTTPField]
    let bytes: Bytes

    init(_ status: HTTPResponse.Status, _ fields: [HTTPField], _ bytes: Bytes = .none) {
        self.status = status
        self.fields = fields
        self.bytes = bytes
    }
}
