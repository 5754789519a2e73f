// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SystemSupport

/// The machines that this one is paired with, in a file that every connection looks at: who is removed is out at once.
package struct PairedPeers: Sendable {
    private static let fileName = "peers.json"
    private static let largestFile = 1 << 20
    /// Most machines.
    private static let largestCount = 256

    private struct Contents: Codable {
        var version: Int
        var peers: [PairedPeer]
    }

    let folder: LinkFolder

    package init(in folder: LinkFolder) { self.folder = folder }

    package func all() throws(LinkError) -> [PairedPeer] {
        guard let bytes = try folder.read(Self.fileName, limit: Self.largestFile) else { return [] }
        do {
            let contents = try JSONDecoder().decode(Contents.self, from: Data(bytes))
            guard contents.version == 1 else {
                throw LinkError.damaged(
                    path: folder.path + "/" + Self.fileName, reason: "it is of a newer version, \(contents.version)")
            }
            return contents.peers
        } catch let error as LinkError {
            throw error
        } catch { throw .damaged(path: folder.path + "/" + Self.fileName, reason: "\(error)") }
    }

    /// One state of the file that holds the list.
    struct Version: Equatable, Sendable {
        let identity: FileIdentity
        let changed: Int64
    }

    /// The state that is there now, another one with each change; nil when there is none.
    var version: Version? {
        FileStatus(path: folder.path + "/" + Self.fileName).map {
            Version(identity: $0.identity, changed: $0.changed)
        }
    }

    /// Adds a machine, in the place of what was known of it.
    package func add(_ peer: PairedPeer) throws(LinkError) {
        try change { peers throws(LinkError) in
            peers.removeAll { $0.role == peer.role && $0.fingerprint == peer.fingerprint }
            guard peers.count < Self.largestCount else {
                throw .declined("\(Self.largestCount) machines are paired already: `ba pair remove` some")
            }
            peers.append(peer)
        }
    }

    /// Removes the machine that goes by this name, ID, fingerprint or words, in both roles when it has both.
    ///
    /// - Returns: what was removed; nothing when there is none.
    /// - Throws: `several` when it is a name of several.
    package func remove(_ text: String) throws(LinkError) -> [PairedPeer] {
        var removed: [PairedPeer] = []
        try change { peers throws(LinkError) in
            let named = peers.filter { $0.goesBy(text) }
            guard Set(named.map(\.fingerprint)).count <= 1 else { throw .several(text, words: named.map(\.words)) }
            peers.removeAll { $0.goesBy(text) }
            removed = named
        }
        return removed
    }

    private func change(_ body: (inout [PairedPeer]) throws(LinkError) -> Void) throws(LinkError) {
        try folder.alone { () throws(LinkError) in
            var peers = try all()
            try body(&peers)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            do {
                try folder.write(encoder.encode(Contents(version: 1, peers: peers)), to: Self.fileName)
            } catch let error as LinkError {
                throw error
            } catch { throw .damaged(path: folder.path + "/" + Self.fileName, reason: "\(error)") }
        }
    }
}

extension PairedPeer {
    fileprivate func goesBy(_ text: String) -> Bool {
        name == text || deviceID?.lowercased() == text.lowercased() || fingerprint == text.lowercased()
            || Fingerprint(hexadecimal: fingerprint)?.matches(text) ?? false
    }
}
