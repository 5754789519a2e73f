// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Foundation
internal import SystemSupport

/// What a program writes into; both ends are closed on exec.
struct OutputPipe: Sendable {
    /// The end to read from closes with the last of these.
    private let output: FileHandle
    /// The end to write into, for the one who made the pipe to close.
    let input: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        try retrying("make", "a pipe") { ba_pipe(&ends) }
        output = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        input = ends[1]
    }

    func text() -> String { String(decoding: output.readDataToEndOfFile(), as: UTF8.self) }
}
