// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackArchives

extension ArchiveScanner {
    /// Scans an archive that is in memory, fed in pieces.
    static func scan(
        _ bytes: [UInt8], piece: Int = 1 << 16, onEntry: EntryObserver? = nil
    ) async throws -> ArchiveScan {
        let scanner = ArchiveScanner(onEntry: onEntry)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { memory.deallocate() }
        memory.copyBytes(from: bytes)
        for start in stride(from: 0, to: bytes.count, by: piece) {
            try await scanner.feed(
                UnsafeRawBufferPointer(rebasing: memory[start..<min(start + piece, bytes.count)]))
        }
        return try await scanner.finish()
    }
}
