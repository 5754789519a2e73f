// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A path as the file system has it: byte by byte. `String` takes one Unicode form for the other, and a folder may well hold
/// a file of each.
struct ExactPath: Hashable {
    private let bytes: [UInt8]

    init(_ path: String) { bytes = Array(path.utf8) }
}
