// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The part of a plain stream that a decoder may read back from and write to.
///
/// `start` is the first byte that a distance may reach, `position` the next one to write, `end` where room ends.
struct DecodeWindow {
    let start: UnsafeMutableRawPointer
    var position: UnsafeMutableRawPointer
    let end: UnsafeMutableRawPointer
}
