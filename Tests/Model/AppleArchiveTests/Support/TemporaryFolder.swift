// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import Glibc
import SystemSupport

/// A folder of a test's own, which is removed when the test ends.
final class TemporaryFolder {
    let path: String

    init() throws {
        let name = "apple-archive-tests-\(getpid())-\(UInt64.random(in: .min ... .max))"
        path = (getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/" + name
        try Directory.createFolders(path)
    }

    deinit {
        let name = EntryPathParts.name(path)
        do {
            try Directory(opening: EntryPathParts.parent(path)).removeTree(name)
        } catch {
            // A test that failed may have left it in any state; the system cleans /tmp.
        }
    }

    func directory() throws -> Directory { try Directory(opening: path) }

    /// A folder in it, made for the occasion.
    func folder(_ name: String) throws -> Directory { try Directory(creating: path + "/" + name) }

    func write(_ bytes: [UInt8], to name: String) throws { try directory().writeAtomically(bytes, to: name) }

    func read(_ name: String) throws -> [UInt8] {
        try directory().open(name).readAll(limit: 1 << 30, subject: name)
    }

    /// Everything below `name`, as `path` for a folder or `path=content` or `path->target`, sorted.
    func tree(_ name: String) throws -> [String] {
        guard try directory().exists(name) else { return [] }
        var result: [String] = []
        func walk(_ folder: String, _ prefix: String) throws {
            for child in try directory().folder(folder).names() {
                let inside = folder + "/" + child
                switch FileStatus(path: path + "/" + inside)?.kind {
                case .folder:
                    result.append(prefix + child + "/")
                    try walk(inside, prefix + child + "/")
                case .symbolicLink:
                    var target = [CChar](repeating: 0, count: 4096)
                    let count = readlink(path + "/" + inside, &target, target.count)
                    let bytes = target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
                    result.append(prefix + child + "->" + String(decoding: bytes, as: UTF8.self))
                default:
                    result.append(prefix + child + "=" + String(decoding: try read(inside), as: UTF8.self))
                }
            }
        }
        try walk(name, "")
        return result
    }
}

private enum EntryPathParts {
    static func parent(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    static func name(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }
}
