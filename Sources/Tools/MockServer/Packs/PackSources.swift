// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles
internal import Glibc
internal import SystemSupport

/// Where packs come from: files named one by one, and folders in which every `.aar` is one.
package struct PackSources: Sendable {
    /// In the order given.
    package let named: [PackCandidate]
    /// Absolute, with symbolic links resolved, in the order given.
    package let folders: [String]

    /// - Parameter arguments: paths of packs and folders.
    /// - Throws: `missing` for a path where nothing is.
    package init(arguments: [String]) throws(MockServerError) {
        var named: [PackCandidate] = []
        var folders: [String] = []
        for argument in arguments {
            let path = argument.hasSuffix("/") && argument.count > 1 ? String(argument.dropLast()) : argument
            guard let stamp = FileStamp(path: path, followsLinks: true), let resolved = Self.resolved(path) else {
                throw .missing(path: argument)
            }
            if stamp.isFolder {
                if !folders.contains(resolved) { folders.append(resolved) }
                continue
            }
            let (parent, name) = Self.split(path)
            guard let folder = Self.resolved(parent) else { throw .missing(path: argument) }
            let candidate = PackCandidate(path: Self.join(folder, name), folder: folder, isNamed: true)
            if !named.contains(candidate) { named.append(candidate) }
        }
        self.named = named
        self.folders = folders
    }

    /// Every folder in which something may change.
    package var watchedFolders: [String] {
        var result = folders
        for candidate in named where !result.contains(candidate.folder) { result.append(candidate.folder) }
        return result
    }

    /// The files that are there now: named ones first, then those of the folders by name. A folder that is gone has none.
    package func candidates() -> [PackCandidate] {
        var result = named
        let paths = Set(named.map(\.path))
        for folder in folders {
            guard let names = try? Directory(opening: folder).names() else { continue }
            for name in names where name.lowercased().hasSuffix(BlockList.archiveSuffix) && !name.hasPrefix(".") {
                let candidate = PackCandidate(path: Self.join(folder, name), folder: folder, isNamed: false)
                if !paths.contains(candidate.path) { result.append(candidate) }
            }
        }
        return result
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func split(_ path: String) -> (parent: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let name = String(path[path.index(after: slash)...])
        return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
    }

    private static func join(_ folder: String, _ name: String) -> String {
        folder == "/" ? "/" + name : folder + "/" + name
    }
}
