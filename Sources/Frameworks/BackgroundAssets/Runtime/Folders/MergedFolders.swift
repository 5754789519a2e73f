// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import SystemSupport

internal import struct SystemPackage.Errno

/// Folders that several packs have, each as one: real folders with symbolic links to the files of the packs, for this
/// process only.
final class MergedFolders: Sendable {
    /// What was asked for.
    struct Request: Hashable {
        /// As packs have it.
        var path: String
        /// The language that was asked for; nil for all packs.
        var language: String?
    }

    /// What a merged folder is made of. It is made anew when this changes, and else used again.
    struct Origin: Equatable {
        /// Of the namespace; nil when it cannot be read here.
        var generation: UInt64?
        /// Absolute paths of the packs' folders, in the order of the packs' IDs.
        var folders: [String]
    }

    private struct View {
        let origin: Origin
        let name: String
    }

    private struct State {
        var place: ProcessFolder?
        var views: [Request: View] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// The path of the merged folder, which is made in a folder of this process's at `parent` when it is not there. Blocks.
    func path(
        for request: Request, of origin: Origin, in parent: () -> String
    ) throws(SystemError) -> String {
        try state.withLock { state throws(SystemError) in
            if let place = state.place, !place.isThere { state = State(last: state.last) }
            let place: ProcessFolder
            if let known = state.place { place = known } else { place = try ProcessFolder(in: parent()) }
            state.place = place
            if let view = state.views[request] {
                let path = place.path + "/" + view.name + "/" + request.path
                if view.origin == origin, FileStatus(path: path)?.kind == .folder { return path }
                state.views[request] = nil
                try place.withDirectory { folder throws(SystemError) in try folder.removeTree(view.name) }
            }
            state.last += 1
            let name = "\(state.last)"
            let path = place.path + "/" + name + "/" + request.path
            do throws(SystemError) {
                try Self.merge(origin.folders, into: Directory(creating: path), depth: 0)
            } catch {
                // Half of it is worse than none.
                try? place.withDirectory { folder throws(SystemError) in try folder.removeTree(name) }
                throw error
            }
            state.views[request] = View(origin: origin, name: name)
            return path
        }
    }

    /// Fills `target`; of several files of one name, or a file and a folder, the first counts.
    private static func merge(
        _ sources: [String], into target: borrowing Directory, depth: Int
    ) throws(SystemError) {
        guard depth < 2_048 else {
            throw SystemError(errno: .tooManySymbolicLinkLevels, operation: "merge", subject: target.path)
        }
        var folders: [String: [String]] = [:]
        var files: Set<String> = []
        for source in sources {
            for name in try Directory(opening: source).names() where !files.contains(name) {
                let path = source + "/" + name
                if FileStatus(path: path)?.kind == .folder {
                    folders[name, default: []].append(path)
                } else if folders[name] == nil {
                    let number = target.descriptor.rawValue
                    try retrying("link to", path) { symlinkat(path, number, name) }
                    files.insert(name)
                }
            }
        }
        for (name, sources) in folders {
            try target.makeFolder(name)
            try merge(sources, into: target.folder(name), depth: depth + 1)
        }
    }
}
