// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A codec that goes on wherever it stopped: for want of input, or for want of room in the window.
protocol WindowCodec: AnyObject {
    /// Decodes from the front of `rest`, which it moves on, into `window`. `isLast` says that no more input follows.
    func step(
        _ rest: inout UnsafeRawBufferPointer, _ window: inout DecodeWindow, isLast: Bool
    ) throws(ArchiveError) -> WindowProgress
}

/// Why a `WindowCodec` stopped.
enum WindowProgress {
    /// It needs more input than `rest` still holds.
    case needsInput
    /// What it makes next does not fit into the window.
    case needsRoom
    /// The stream has ended.
    case ended
}
