// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

extension BlockList {
    /// Reads and checks a `blocks` file. Takes one pass over the bytes and makes no value per entry.
    ///
    /// - Throws: `BlockListError.unsupportedMajorVersion` for a later format, another case for anything that is not
    ///   exactly as the format says.
    package init(decoding bytes: [UInt8]) throws(BlockListError) {
        guard bytes.count <= Self.maximumSize else { throw .tooLarge(bytes.count) }
        var decoder = BlockListDecoder(bytes: bytes)
        try decoder.readHeader()
        try decoder.checkEntries()
        try decoder.checkBlocks()
        guard let archiveDigest = Digest(bytes[48..<80]) else { throw .malformed("it has no digest") }
        self.bytes = bytes
        self.archiveDigest = archiveDigest
        compression = decoder.compression
        archiveSize = decoder.archiveSize
        plainSize = decoder.plainSize
        installedSize = decoder.installedSize
        layout = decoder.layout
        entryStarts = decoder.entryStarts
        blockStarts = decoder.blockStarts
    }
}

/// The checks behind `BlockList.init(decoding:)`, one table after the other.
private struct BlockListDecoder {
    let bytes: [UInt8]
    var layout = BlockListLayout(
        entriesOffset: 0, entryStride: 0, entryCount: 0, blocksOffset: 0, blockStride: 0, blockCount: 0, pathsOffset: 0,
        pathsSize: 0)
    var compression: UInt8 = 0
    var archiveSize: UInt64 = 0
    var plainSize: UInt64 = 0
    var installedSize: UInt64 = 0
    var minor: UInt16 = 0
    var entryStarts: [UInt64] = []
    var blockStarts: [UInt64] = []

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func readHeader() throws(BlockListError) {
        let magic = BlockListLayout.magic
        guard bytes.starts(with: magic) else { throw .notABlockList }
        guard bytes.count >= 12 else { throw .wrongSize(expected: BlockListLayout.headerSize, actual: bytes.count) }
        let (major, minor) = bytes.withUnsafeBytes {
            ($0.integer(8, as: UInt16.self), $0.integer(10, as: UInt16.self))
        }
        guard major == BlockListLayout.major else { throw .unsupportedMajorVersion(major) }
        guard bytes.count >= BlockListLayout.headerSize else {
            throw .wrongSize(expected: BlockListLayout.headerSize, actual: bytes.count)
        }
        let result = bytes.withUnsafeBytes { bytes -> Result<BlockListLayout, BlockListError> in
            let headerSize = Int(bytes.integer(12, as: UInt16.self))
            let entryStride = Int(bytes.integer(14, as: UInt16.self))
            let blockStride = Int(bytes.integer(16, as: UInt16.self))
            let isKnown =
                headerSize == BlockListLayout.headerSize && entryStride == BlockListLayout.entrySize
                && blockStride == BlockListLayout.blockSize && bytes[19] == 0
            let isLonger =
                headerSize >= BlockListLayout.headerSize && entryStride >= BlockListLayout.entrySize
                && blockStride >= BlockListLayout.blockSize
            guard minor == BlockListLayout.minor ? isKnown : isLonger else {
                return .failure(.malformed("its header names impossible sizes"))
            }
            let entryCount = Int(bytes.integer(20, as: UInt32.self))
            let blockCount = Int(bytes.integer(24, as: UInt32.self))
            // Counts of 32 bits and strides of 16 cannot overflow 64 bits.
            let blocksOffset = headerSize + entryCount * entryStride
            let pathsOffset = blocksOffset + blockCount * blockStride
            return .success(
                BlockListLayout(
                    entriesOffset: headerSize, entryStride: entryStride, entryCount: entryCount,
                    blocksOffset: blocksOffset, blockStride: blockStride, blockCount: blockCount,
                    pathsOffset: pathsOffset, pathsSize: Int(bytes.integer(28, as: UInt32.self))))
        }
        layout = try result.get()
        self.minor = minor
        let end = layout.pathsOffset + layout.pathsSize
        guard minor == BlockListLayout.minor ? bytes.count == end : bytes.count >= end else {
            throw .wrongSize(expected: end, actual: bytes.count)
        }
        compression = bytes[18]
        guard "e4zxb-".utf8.contains(compression) else {
            throw .malformed("it names the unknown compression \(compression)")
        }
        (archiveSize, plainSize) = bytes.withUnsafeBytes {
            ($0.integer(32, as: UInt64.self), $0.integer(40, as: UInt64.self))
        }
        guard archiveSize <= UInt64(Int64.max), plainSize <= UInt64(Int64.max) else {
            throw .malformed("it names an archive of more than 8 EiB")
        }
    }

    mutating func checkEntries() throws(BlockListError) {
        let layout = layout
        var starts: [UInt64] = []
        starts.reserveCapacity(layout.entryCount)
        var start: UInt64 = 0
        var installed: UInt64 = 0
        let fault: BlockListError? = bytes.withUnsafeBytes { bytes in
            var pathOffset = 0
            for index in 0..<layout.entryCount {
                let at = layout.entryOffset(index)
                func fault(_ what: String) -> BlockListError { .malformed("entry \(index) \(what)") }
                guard let kind = BlockList.Kind(rawValue: bytes[at]) else { return fault("is of an unknown kind") }
                guard minor > 0 || bytes[at + 1] == 0, bytes.integer(at + 2, as: UInt16.self) <= 0o7777 else {
                    return fault("has a wrong mode")
                }
                let pathLength = Int(bytes.integer(at + 6, as: UInt16.self))
                guard Int(bytes.integer(at + 8, as: UInt32.self)) == pathOffset,
                    pathOffset + pathLength <= layout.pathsSize
                else { return fault("has its path elsewhere than in its turn") }
                let path = UnsafeRawBufferPointer(
                    rebasing: bytes[layout.pathsOffset + pathOffset..<layout.pathsOffset + pathOffset + pathLength])
                guard isPath(path) || (path.isEmpty && kind == .folder) else { return fault("has an unusable path") }
                pathOffset += pathLength
                let headerSize = UInt64(bytes.integer(at + 4, as: UInt16.self))
                // The smallest header holds magic, size, kind and an empty path.
                guard headerSize >= 17 else { return fault("has too short a header") }
                let data = bytes.integer(at + 16, as: UInt64.self)
                guard data <= UInt64(Int64.max), data == 0 || kind == .file else { return fault("has a wrong size") }
                if kind == .folder, bytes[at + 24..<at + 56].contains(where: { $0 != 0 }) {
                    return fault("is a folder with a digest")
                }
                let size = headerSize + UInt64(bytes.integer(at + 12, as: UInt32.self)) + data
                guard size <= plainSize - start else { return fault("ends behind the entry stream") }
                starts.append(start)
                start += size
                if kind == .file { installed += data }
            }
            return pathOffset == layout.pathsSize ? nil : .malformed("its path table holds more than the paths")
        }
        if let fault { throw fault }
        guard start == plainSize else {
            throw .malformed("its entries take \(start) bytes and the stream has \(plainSize)")
        }
        entryStarts = starts
        installedSize = installed
    }

    mutating func checkBlocks() throws(BlockListError) {
        let layout = layout
        let inContainer = compression != BlockList.noContainer
        var starts: [UInt64] = []
        starts.reserveCapacity(layout.blockCount)
        var plain: UInt64 = 0
        var stored: UInt64 = inContainer ? BlockListLayout.containerHeaderSize : 0
        let fault: BlockListError? = bytes.withUnsafeBytes { bytes in
            for index in 0..<layout.blockCount {
                let at = layout.blockOffset(index)
                func fault(_ what: String) -> BlockListError { .malformed("block \(index) \(what)") }
                let storedSize = UInt64(bytes.integer(at + 8, as: UInt32.self))
                let plainSize = UInt64(bytes.integer(at + 12, as: UInt32.self))
                guard plainSize > 0, storedSize > 0, inContainer ? storedSize <= plainSize : storedSize == plainSize
                else { return fault("has a wrong size") }
                if inContainer { stored += BlockListLayout.blockHeaderSize }
                guard bytes.integer(at, as: UInt64.self) == stored else { return fault("lies at a wrong offset") }
                stored += storedSize
                guard stored <= archiveSize else { return fault("ends behind the archive") }
                let entry = Int(bytes.integer(at + 16, as: UInt32.self))
                let offset = bytes.integer(at + 24, as: UInt64.self)
                guard minor > 0 || bytes.integer(at + 20, as: UInt32.self) == 0, entry < entryStarts.count,
                    offset <= UInt64(Int64.max), entryStarts[entry] + offset == plain,
                    plain < (entry + 1 < entryStarts.count ? entryStarts[entry + 1] : self.plainSize)
                else { return fault("does not begin in the entry it names") }
                starts.append(plain)
                plain += plainSize
                guard plain <= self.plainSize else { return fault("ends behind the entry stream") }
            }
            return nil
        }
        if let fault { throw fault }
        guard plain == plainSize else {
            throw .malformed("its blocks hold \(plain) bytes and the stream has \(plainSize)")
        }
        guard stored == archiveSize else {
            throw .malformed("its blocks take \(stored) bytes and the archive has \(archiveSize)")
        }
        blockStarts = starts
    }
}

/// The rule for paths in an archive: relative, below 1024 bytes, valid UTF-8, no empty, `.` or `..` component, no NUL.
private func isPath(_ path: UnsafeRawBufferPointer) -> Bool {
    guard !path.isEmpty, path.count < 1024 else { return false }
    var isASCII = true
    var componentLength = 0
    var onlyDots = true
    func componentIsFine() -> Bool { componentLength > 0 && !(onlyDots && componentLength <= 2) }
    for byte in path {
        if byte == 0 { return false }
        if byte == UInt8(ascii: "/") {
            guard componentIsFine() else { return false }
            componentLength = 0
            onlyDots = true
        } else {
            componentLength += 1
            if byte != UInt8(ascii: ".") { onlyDots = false }
            if byte >= 0x80 { isASCII = false }
        }
    }
    return componentIsFine() && (isASCII || String(validating: path, as: UTF8.self) != nil)
}
