// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Glibc
package import SystemSupport

extension Namespace {
    /// All packs, in the order of their IDs.
    package func packs() throws(NamespaceError) -> [NamespacePack] {
        var result: [NamespacePack] = []
        for index in 0..<packCount { result.append(try pack(at: index)) }
        return result
    }

    /// The pack at an entry's `packIndex`.
    package func pack(at index: Int) throws(NamespaceError) -> NamespacePack {
        let offset = try packOffset(index)
        let id = try text(idRange(offset))
        // Both become path components.
        if let problem = IdentifierRule.problem(with: id) { throw damaged("a pack's ID is invalid: \(problem)") }
        let version = load(offset + NamespaceLayout.Pack.version, as: Int64.self)
        let size = load(offset + NamespaceLayout.Pack.size, as: Int64.self)
        guard version >= 0, size >= 0 else { throw damaged("the pack \(id) has a negative version or size") }
        var pack = NamespacePack(
            id: id, version: Int(version), language: try language(ofPack: index),
            flags: .init(rawValue: load(offset + NamespaceLayout.Pack.flags, as: UInt32.self)))
        pack.size = size
        pack.fileCount = Int(load(offset + NamespaceLayout.Pack.fileCount, as: UInt32.self))
        return pack
    }

    /// The pack with this ID; nil when no version of it is local.
    package func pack(withID id: String) throws(NamespaceError) -> NamespacePack? {
        guard let index = try packIndex(ofID: id) else { return nil }
        return try pack(at: index)
    }

    /// The place of the pack with this ID among all packs.
    package func packIndex(ofID id: String) throws(NamespaceError) -> Int? {
        var (low, high) = (0, packCount)
        while low < high {
            let middle = low + (high - low) / 2
            guard let candidate = slice(idRange(try packOffset(middle))) else {
                throw damaged("the name of a pack lies outside of the names")
            }
            if candidate.elementsEqual(id.utf8) { return middle }
            if candidate.lexicographicallyPrecedes(id.utf8) { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// The BCP-47 tag of a pack; nil when it is not localized.
    package func language(ofPack index: Int) throws(NamespaceError) -> String? {
        let offset = try packOffset(index)
        let length = Int(load(offset + NamespaceLayout.Pack.languageLength, as: UInt16.self))
        if length == 0 { return nil }
        return try text((Int(load(offset + NamespaceLayout.Pack.languageOffset, as: UInt32.self)), length))
    }

    /// Paths that several packs have, not all of them as a folder. Walks the whole namespace.
    package func collisions() throws(NamespaceError) -> [NamespaceCollision] {
        var result: [NamespaceCollision] = []
        var offset = header.records.lowerBound
        for _ in 0..<pathCount {
            let record = try record(at: offset)
            if record.ownerCount > 1 {
                var ids: [String] = []
                var onlyFolders = true
                for index in 0..<record.ownerCount {
                    let entry = try owner(index, of: record)
                    onlyFolders = onlyFolders && entry.isFolder
                    ids.append(try pack(at: entry.packIndex).id)
                }
                if !onlyFolders {
                    result.append(
                        NamespaceCollision(path: String(decoding: record.path, as: UTF8.self), packIDs: ids))
                }
            }
            offset = (record.owners + record.ownerCount * NamespaceLayout.ownerSize + record.path.count + 7) & ~7
        }
        return result
    }

    /// Where an entry's file lies, relative to the folder of the app's packs.
    package func filePath(of entry: NamespaceEntry, at path: String) throws(NamespaceError) -> String {
        try pack(at: entry.packIndex).contentsPath + "/" + path
    }

    /// Opens an entry's file or folder for reading; no symbolic link is followed, and nothing outside of the folder is
    /// reached, whatever the namespace says. `folder` is the folder of the app's packs.
    package func open(
        _ entry: NamespaceEntry, at path: String, in folder: borrowing Directory
    ) throws(NamespaceError) -> OwnedDescriptor {
        let file = try filePath(of: entry, at: path)
        do throws(SystemError) { return try folder.open(file, flags: O_RDONLY) } catch { throw .system(error) }
    }

    private func packOffset(_ index: Int) throws(NamespaceError) -> Int {
        guard index >= 0, index < packCount else { throw damaged("it has no pack \(index)") }
        return header.packs.lowerBound + index * header.packStride
    }

    private func idRange(_ offset: Int) -> (Int, Int) {
        (
            Int(load(offset + NamespaceLayout.Pack.idOffset, as: UInt32.self)),
            Int(load(offset + NamespaceLayout.Pack.idLength, as: UInt16.self))
        )
    }

    private func slice(_ range: (offset: Int, length: Int)) -> UnsafeRawBufferPointer? {
        slice(header.text.lowerBound + range.offset, range.length, in: header.text)
    }

    private func text(_ range: (Int, Int)) throws(NamespaceError) -> String {
        guard let bytes = slice(range) else { throw damaged("the name of a pack lies outside of the names") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
