// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Who may debug this machine, looked up for each thing that passes: the list is read again when its file is another one.
final class PairedHosts: Sendable {
    private struct Known {
        var version: PairedPeers.Version?
        var fingerprints: Set<String>
    }

    private let peers: PairedPeers
    private let known = Mutex<Known?>(nil)

    init(_ peers: PairedPeers) { self.peers = peers }

    /// - Throws: what keeps the list from being read.
    func contains(_ fingerprint: Fingerprint) throws(LinkError) -> Bool {
        // Before it is read: a change in between is seen the next time.
        let version = peers.version
        if let known = known.withLock({ $0 }), known.version == version {
            return known.fingerprints.contains(fingerprint.hexadecimal)
        }
        let fingerprints = Set(try peers.all().filter { $0.role == .host }.map(\.fingerprint))
        known.withLock { $0 = Known(version: version, fingerprints: fingerprints) }
        return fingerprints.contains(fingerprint.hexadecimal)
    }
}
