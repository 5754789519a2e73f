// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension NamespaceWriter {
    private static let pieceSize = 256 << 10

    /// Puts the file together, and hands it out in pieces in their order.
    func emit<Failure: Error>(_ sink: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        let plan = Plan(self)
        var piece: [UInt8] = []
        piece.reserveCapacity(Self.pieceSize + 2 * NamespaceLayout.longestPath)
        func flush(always: Bool = false) throws(Failure) {
            guard always || piece.count >= Self.pieceSize else { return }
            try sink(piece)
            piece.removeAll(keepingCapacity: true)
        }
        piece.append(contentsOf: plan.header(generation: generation))
        piece.append(contentsOf: plan.packRecords)
        piece.append(contentsOf: plan.text)
        piece.append(contentsOf: repeatElement(0, count: plan.recordOffset - plan.textOffset - plan.text.count))
        for group in plan.groups {
            try flush()
            piece.append(littleEndian: items[plan.order[group.lowerBound]].length)
            piece.append(littleEndian: UInt32(group.count))
            for position in group {
                let item = items[plan.order[position]]
                piece.append(littleEndian: plan.rank[Int(item.pack)])
                piece.append(littleEndian: item.mode)
                piece.append(littleEndian: item.size)
            }
            piece.append(contentsOf: paths[items[plan.order[group.lowerBound]].range])
            while piece.count % 8 != 0 { piece.append(0) }
        }
        for slot in plan.slots {
            try flush()
            piece.append(littleEndian: slot)
        }
        try flush(always: true)
    }

    /// Everything whose place must be known before the first byte is written.
    private struct Plan {
        /// Indices of items, sorted by path and pack.
        let order: [Int]
        /// Positions in `order` that share a path.
        let groups: [Range<Int>]
        /// A pack's place in the order of IDs, by its index in the writer.
        let rank: [UInt32]
        var packRecords: [UInt8] = []
        var text: [UInt8] = []
        /// Tag in the low half, place in the high half: as they are written.
        let slots: [UInt64]
        let packCount: Int
        let textOffset: Int
        let recordOffset: Int
        let slotOffset: Int

        init(_ writer: NamespaceWriter) {
            let byID = writer.packs.indices.sorted {
                writer.packs[$0].id.utf8.lexicographicallyPrecedes(writer.packs[$1].id.utf8)
            }
            var rank = [UInt32](repeating: 0, count: byID.count)
            for (position, index) in byID.enumerated() { rank[index] = UInt32(position) }
            for index in byID {
                let pack = writer.packs[index]
                let language = Array((pack.language ?? "").utf8)
                packRecords.append(littleEndian: UInt32(text.count))
                packRecords.append(littleEndian: UInt16(pack.id.utf8.count))
                packRecords.append(littleEndian: UInt16(language.count))
                text.append(contentsOf: pack.id.utf8)
                packRecords.append(littleEndian: UInt32(text.count))
                text.append(contentsOf: language)
                packRecords.append(littleEndian: pack.flags.rawValue)
                packRecords.append(littleEndian: UInt64(pack.version))
                packRecords.append(littleEndian: UInt64(bitPattern: pack.size))
                packRecords.append(littleEndian: UInt32(pack.fileCount))
                packRecords.append(littleEndian: UInt32(0))
            }
            let items = writer.items
            let sorted = writer.paths.withUnsafeBytes { paths in
                items.indices.sorted { left, right in
                    let (a, b) = (items[left], items[right])
                    let result = Self.compare(paths, a, b)
                    return result == 0 ? rank[Int(a.pack)] < rank[Int(b.pack)] : result < 0
                }
            }
            packCount = byID.count
            textOffset = NamespaceLayout.headerSize + packRecords.count
            recordOffset = (textOffset + text.count + 7) & ~7
            var place = recordOffset
            var groups: [Range<Int>] = []
            var places: [Int] = []
            writer.paths.withUnsafeBytes { paths in
                var start = 0
                while start < sorted.count {
                    var end = start + 1
                    while end < sorted.count, Self.compare(paths, items[sorted[start]], items[sorted[end]]) == 0 {
                        end += 1
                    }
                    groups.append(start..<end)
                    places.append(place)
                    let size =
                        NamespaceLayout.recordHeadSize + (end - start) * NamespaceLayout.ownerSize
                        + Int(items[sorted[start]].length)
                    place += (size + 7) & ~7
                    start = end
                }
            }
            slotOffset = place
            var slotCount = 1
            while slotCount < 2 * groups.count { slotCount *= 2 }
            var slots = [UInt64](repeating: 0, count: slotCount)
            writer.paths.withUnsafeBytes { paths in
                for (group, place) in zip(groups, places) {
                    let hash = NamespaceLayout.hash(.init(rebasing: paths[items[sorted[group.lowerBound]].range]))
                    var slot = Int(truncatingIfNeeded: hash) & (slotCount - 1)
                    while slots[slot] != 0 { slot = (slot + 1) & (slotCount - 1) }
                    slots[slot] = hash >> 32 | UInt64(place / 8) << 32
                }
            }
            order = sorted
            self.groups = groups
            self.slots = slots
            self.rank = rank
        }

        private static func compare(_ paths: UnsafeRawBufferPointer, _ left: Item, _ right: Item) -> Int {
            let a = UnsafeRawBufferPointer(rebasing: paths[left.range])
            let b = UnsafeRawBufferPointer(rebasing: paths[right.range])
            if let first = a.baseAddress, let second = b.baseAddress {
                let result = memcmp(first, second, min(a.count, b.count))
                if result != 0 { return Int(result) }
            }
            return a.count - b.count
        }

        func header(generation: UInt64) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(littleEndian: NamespaceLayout.magic)
            bytes.append(littleEndian: NamespaceLayout.majorVersion)
            bytes.append(littleEndian: NamespaceLayout.minorVersion)
            bytes.append(littleEndian: UInt32(NamespaceLayout.headerSize))
            bytes.append(littleEndian: generation)
            bytes.append(littleEndian: UInt64(slotOffset + slots.count * NamespaceLayout.slotSize))
            bytes.append(littleEndian: UInt64(NamespaceLayout.headerSize))
            bytes.append(littleEndian: UInt32(packCount))
            bytes.append(littleEndian: UInt32(NamespaceLayout.packStride))
            bytes.append(littleEndian: UInt64(textOffset))
            bytes.append(littleEndian: UInt64(text.count))
            bytes.append(littleEndian: UInt64(recordOffset))
            bytes.append(littleEndian: UInt64(slotOffset - recordOffset))
            bytes.append(littleEndian: UInt64(slotOffset))
            bytes.append(littleEndian: UInt32(slots.count))
            bytes.append(littleEndian: UInt32(groups.count))
            bytes.append(littleEndian: UInt64(0))
            let checksum = bytes.withUnsafeBytes { NamespaceLayout.checksum($0) }
            bytes.removeLast(8)
            bytes.append(littleEndian: checksum)
            return bytes
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
