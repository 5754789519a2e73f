// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Glibc
package import SystemSupport

/// Makes a `namespace` file: paths to files of every local version of an app's packs.
///
/// Packs are added with their file lists in any order; folders above files are added by themselves. Memory is about
/// 60 bytes and the path for each file.
package struct NamespaceWriter: Sendable {
    package let generation: UInt64

    /// A path of one pack. The bytes of paths lie in `paths`, one behind the other.
    struct Item {
        var start: UInt32
        var length: UInt32
        var pack: UInt32
        var mode: UInt32
        var size: UInt64

        var isFolder: Bool { mode & NamespaceMode.kindMask == NamespaceMode.folder }
        var range: Range<Int> { Int(start)..<Int(start) + Int(length) }
    }

    private(set) var packs: [NamespacePack] = []
    private(set) var items: [Item] = []
    private(set) var paths: [UInt8] = []

    /// - Parameter generation: rises with each namespace of an app.
    package init(generation: UInt64) { self.generation = generation }

    /// Adds a pack with all of its files.
    ///
    /// - Throws: `invalidInput` for a repeated or invalid ID, for a path that leaves the pack, and for a path that is
    ///   there twice.
    package mutating func add(
        _ pack: NamespacePack, files: some Sequence<NamespaceFile>
    ) throws(NamespaceError) {
        func invalid(_ reason: String) -> NamespaceError { .invalidInput(pack: pack.id, reason: reason) }
        if let problem = IdentifierRule.problem(with: pack.id) { throw invalid("its ID is invalid: \(problem)") }
        guard !packs.contains(where: { $0.id == pack.id }) else { throw invalid("it was added before") }
        guard pack.version >= 0 else { throw invalid("its version is negative") }
        guard (pack.language ?? "").utf8.count <= 255 else { throw invalid("its language has more than 255 bytes") }
        var pack = pack
        pack.size = 0
        pack.fileCount = 0
        var known: [PathKey: Bool] = [:]  // whether it is a folder that was only implied
        let index = UInt32(packs.count)
        let before = (items.count, paths.count)
        do throws(NamespaceError) {
            for file in files {
                if let problem = NamespaceLayout.problem(withPath: file.path.utf8) {
                    throw invalid("the path \"\(file.path)\" is invalid: \(problem)")
                }
                let isFolder = file.mode & NamespaceMode.kindMask == NamespaceMode.folder
                guard isFolder || file.mode & NamespaceMode.kindMask == NamespaceMode.file, file.size >= 0 else {
                    throw invalid("\(file.path) is neither a file nor a folder, or has a negative size")
                }
                let key = PathKey(path: file.path)
                if let implied = known[key] {
                    guard implied, isFolder else { throw invalid("the path \(file.path) is there twice") }
                    known[key] = false
                    continue
                }
                known[key] = false
                guard append(file, pack: index) else { throw invalid("the paths of all packs exceed 4 GiB") }
                if !isFolder {
                    let (sum, overflow) = pack.size.addingReportingOverflow(file.size)
                    guard !overflow else { throw invalid("its files are larger than 2^63 bytes") }
                    pack.size = sum
                    pack.fileCount += 1
                }
                var parent = file.path[...]
                while let slash = parent.utf8.lastIndex(of: UInt8(ascii: "/")) {
                    parent = parent[..<slash]
                    let folder = PathKey(path: String(parent))
                    if known[folder] != nil { break }
                    known[folder] = true
                    guard append(.folder(folder.path), pack: index) else { throw invalid("the paths exceed 4 GiB") }
                }
            }
        } catch {
            items.removeSubrange(before.0...)
            paths.removeSubrange(before.1...)
            throw error
        }
        packs.append(pack)
    }

    /// A path compared by its bytes, as the file system does; `String` compares by canonical equivalence.
    private struct PathKey: Hashable {
        let path: String

        static func == (left: Self, right: Self) -> Bool { left.path.utf8.elementsEqual(right.path.utf8) }

        func hash(into hasher: inout Hasher) {
            var path = path
            path.withUTF8 { hasher.combine(bytes: .init($0)) }
        }
    }

    private mutating func append(_ file: NamespaceFile, pack: UInt32) -> Bool {
        guard let start = UInt32(exactly: paths.count), items.count < Int(UInt32.max) / 4 else { return false }
        paths.append(contentsOf: file.path.utf8)
        items.append(
            Item(
                start: start, length: UInt32(file.path.utf8.count), pack: pack, mode: file.mode,
                size: UInt64(bitPattern: file.size)))
        return true
    }

    /// The whole file. For large namespaces `write(to:subject:)` needs less memory.
    package func bytes() -> [UInt8] {
        var result: [UInt8] = []
        emit { result.append(contentsOf: $0) }
        return result
    }

    /// Writes the file from the descriptor's place on, in pieces; the caller syncs and renames.
    package func write(to descriptor: borrowing OwnedDescriptor, subject: String) throws(SystemError) {
        let number = descriptor.rawValue
        try emit { (piece) throws(SystemError) in
            var written = 0
            while written < piece.count {
                written += try retrying("write", subject) {
                    piece.withUnsafeBytes { buffer in
                        guard let base = buffer.baseAddress else { return 0 }
                        return Glibc.write(number, base + written, buffer.count - written)
                    }
                }
            }
        }
    }
}
