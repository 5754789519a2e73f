// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive

/// A tar archive, compressed or not.
///
/// Debian's zlib, liblzma and libzstd decompress it. Not libarchive: its version 3.6 takes a gzip stream whose CRC is wrong
/// and an archive without its end marker for whole, and it brings libxml2 and ICU into the service's memory.
final class TarFeed: EntryFeed {
    private let decompressor: (any StreamDecompressor)?
    private var parser = TarParser()

    init(_ format: ArchiveFormat) throws(BundleSourceError) {
        decompressor =
            switch format {
            case .gzip: try GzipDecompressor()
            case .xz: try XZDecompressor()
            case .zstd: try ZstdDecompressor()
            case .tar, .appleArchive: nil
            }
    }

    func feed(_ bytes: UnsafeRawBufferPointer, _ consumer: (EntryEvent) throws -> Void) throws {
        guard let decompressor else { return try parser.feed(bytes, consumer) }
        try decompressor.feed(bytes) { try parser.feed($0, consumer) }
    }

    func finish(_ consumer: (EntryEvent) throws -> Void) throws {
        try decompressor?.finish { try parser.feed($0, consumer) }
        try parser.finish()
    }
}
