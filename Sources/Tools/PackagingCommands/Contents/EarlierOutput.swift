// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// Tells an archive or blocks file that an earlier run wrote from what somebody wants to pack.
enum EarlierOutput {
    /// How they begin: an archive in a container, one without, and a blocks file.
    private static let beginnings = ["pbz", "AA01", "BABLOCKS"].map { Array($0.utf8) }

    /// Whether a file that is to be written replaces one of an earlier run, as far as its first bytes tell.
    static func isOne(_ path: String) -> Bool {
        guard let file = try? InputFile.open(path) else { return false }
        var head = [UInt8](repeating: 0, count: 8)
        let count = head.withUnsafeMutableBytes { pread(file.rawValue, $0.baseAddress, $0.count, 0) }
        guard count == head.count else { return false }
        return beginnings.contains { head.starts(with: $0) }
    }
}
