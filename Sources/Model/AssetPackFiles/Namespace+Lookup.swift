// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension Namespace {
    /// A record of the file: where its owners and its path lie.
    struct Record {
        let owners: Int
        let ownerCount: Int
        let path: UnsafeRawBufferPointer
    }

    /// Which packs a lookup considers.
    private enum Scope {
        case all
        case pack(Int)
        case language(String)
    }

    /// What the path stands for: in the pack whose ID sorts first, when several have it. Nil when none has it.
    ///
    /// Paths are compared byte by byte. The whole namespace has no entry of its own.
    package func lookup(_ path: String) throws(NamespaceError) -> NamespaceEntry? {
        try find(path, .all)
    }

    /// What the path stands for in one pack; nil when the pack is not here or lacks it.
    package func lookup(_ path: String, packID: String) throws(NamespaceError) -> NamespaceEntry? {
        guard let index = try packIndex(ofID: packID) else { return nil }
        return try find(path, .pack(index))
    }

    /// What the path stands for in packs whose language is `language`, letter by letter as their manifests spell it; of
    /// several the one whose ID sorts first.
    package func lookup(_ path: String, language: String) throws(NamespaceError) -> NamespaceEntry? {
        try find(path, .language(language))
    }

    /// Every pack that has the path, in the order of IDs.
    package func owners(of path: String) throws(NamespaceError) -> [NamespaceEntry] {
        guard let record = try record(of: path) else { return [] }
        var result: [NamespaceEntry] = []
        for index in 0..<record.ownerCount { result.append(try owner(index, of: record)) }
        return result
    }

    private func find(_ path: String, _ scope: Scope) throws(NamespaceError) -> NamespaceEntry? {
        guard let record = try record(of: path) else { return nil }
        for index in 0..<record.ownerCount {
            let entry = try owner(index, of: record)
            switch scope {
            case .all: return entry
            case .pack(let wanted): if entry.packIndex == wanted { return entry }
            case .language(let wanted): if try language(ofPack: entry.packIndex) == wanted { return entry }
            }
        }
        return nil
    }

    private func record(of path: String) throws(NamespaceError) -> Record? {
        var path = path
        let place = path.withUTF8 { utf8 in self.place(of: UnsafeRawBufferPointer(utf8)) }
        return try place.get()
    }

    /// Walks the slots from the one that the hash gives to the first empty one, each at most once.
    private func place(of path: UnsafeRawBufferPointer) -> Result<Record?, NamespaceError> {
        guard !path.isEmpty, path.count < NamespaceLayout.longestPath else { return .success(nil) }
        let hash = NamespaceLayout.hash(path)
        let tag = UInt32(truncatingIfNeeded: hash >> 32)
        var slot = Int(truncatingIfNeeded: hash) & header.slotMask
        do throws(NamespaceError) {
            for _ in 0...header.slotMask {
                let offset = header.slots.lowerBound + slot * NamespaceLayout.slotSize
                let place = load(offset + 4, as: UInt32.self)
                if place == 0 { return .success(nil) }
                if load(offset, as: UInt32.self) == tag {
                    let record = try record(at: Int(place) * 8)
                    if record.path.elementsEqual(path) { return .success(record) }
                }
                slot = (slot + 1) & header.slotMask
            }
            return .success(nil)
        } catch { return .failure(error) }
    }

    /// Reads the record at a place in the file.
    func record(at offset: Int) throws(NamespaceError) -> Record {
        guard slice(offset, NamespaceLayout.recordHeadSize, in: header.records) != nil else {
            throw damaged("a slot points outside of the paths")
        }
        let length = Int(load(offset, as: UInt32.self))
        let count = Int(load(offset + 4, as: UInt32.self))
        guard length > 0, length < NamespaceLayout.longestPath else { throw damaged("a path has \(length) bytes") }
        guard count > 0, count <= packCount else { throw damaged("a path has \(count) owners") }
        let owners = offset + NamespaceLayout.recordHeadSize
        guard slice(owners, count * NamespaceLayout.ownerSize, in: header.records) != nil,
            let path = slice(owners + count * NamespaceLayout.ownerSize, length, in: header.records)
        else { throw damaged("a path lies outside of the paths") }
        return Record(owners: owners, ownerCount: count, path: path)
    }

    /// Reads an owner of a record; `index` is less than their number.
    func owner(_ index: Int, of record: Record) throws(NamespaceError) -> NamespaceEntry {
        let offset = record.owners + index * NamespaceLayout.ownerSize
        let pack = Int(load(offset, as: UInt32.self))
        guard pack < packCount else { throw damaged("a path has the owner \(pack) of \(packCount)") }
        guard let size = Int64(exactly: load(offset + 8, as: UInt64.self)) else {
            throw damaged("a path has a negative size")
        }
        return NamespaceEntry(packIndex: pack, size: size, mode: load(offset + 4, as: UInt32.self))
    }
}
