// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The checked header of a namespace: every section lies inside the file.
struct NamespaceHeader {
    let generation: UInt64
    let packCount: Int
    let packStride: Int
    let pathCount: Int
    let packs: Range<Int>
    let text: Range<Int>
    let records: Range<Int>
    let slots: Range<Int>
    /// The number of slots less one.
    let slotMask: Int

    /// Reads and checks the header; `memory` is the whole file, at least as large as a header.
    init(_ memory: UnsafeRawBufferPointer, file: String) throws(NamespaceError) {
        typealias Header = NamespaceLayout.Header
        func damaged(_ reason: String) -> NamespaceError { .malformed(reason: reason, file: file) }
        func load<Value: FixedWidthInteger>(_ offset: Int, as type: Value.Type = Value.self) -> Value {
            Value(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: type))
        }
        guard load(Header.magic) == NamespaceLayout.magic else { throw damaged("it is no namespace") }
        // Before the checksum, whose place a later major version may change.
        let major: UInt16 = load(Header.majorVersion)
        guard major == NamespaceLayout.majorVersion else { throw .unknownMajorVersion(Int(major), file: file) }
        let size = Int(load(Header.headerSize, as: UInt32.self))
        guard size >= NamespaceLayout.headerSize, size <= NamespaceLayout.largestHeaderSize, size <= memory.count else {
            throw damaged("its header has \(size) bytes")
        }
        let checksum = NamespaceLayout.checksum(UnsafeRawBufferPointer(rebasing: memory[..<size]))
        guard load(Header.checksum) == checksum else { throw damaged("the checksum of its header is wrong") }
        guard load(Header.fileSize) == UInt64(memory.count) else { throw damaged("it is cut off") }

        func section(_ name: String, at offset: Int, size: UInt64) throws(NamespaceError) -> Range<Int> {
            let start: UInt64 = load(offset)
            let (end, overflow) = start.addingReportingOverflow(size)
            guard !overflow, end <= UInt64(memory.count) else { throw damaged("its \(name) lie outside of it") }
            return Int(start)..<Int(end)
        }
        generation = load(Header.generation)
        packCount = Int(load(Header.packCount, as: UInt32.self))
        packStride = Int(load(Header.packStride, as: UInt32.self))
        guard packStride >= NamespaceLayout.packStride, packStride <= NamespaceLayout.largestPackStride else {
            throw damaged("its pack records have \(packStride) bytes")
        }
        packs = try section("packs", at: Header.packOffset, size: UInt64(packCount) * UInt64(packStride))
        text = try section("pack names", at: Header.textOffset, size: load(Header.textSize))
        records = try section("paths", at: Header.recordOffset, size: load(Header.recordSize))
        let slotCount: UInt32 = load(Header.slotCount)
        guard slotCount > 0, slotCount & (slotCount - 1) == 0 else { throw damaged("it has \(slotCount) slots") }
        slots = try section("slots", at: Header.slotOffset, size: UInt64(slotCount) * UInt64(NamespaceLayout.slotSize))
        slotMask = Int(slotCount) - 1
        pathCount = Int(load(Header.pathCount, as: UInt32.self))
    }
}
