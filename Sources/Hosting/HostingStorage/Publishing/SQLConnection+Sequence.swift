// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension SQLConnection {
    /// What an app publishes changes: whoever has seen an earlier state can tell which one is newer.
    func advanceSequence(ofApp id: String) throws(StorageError) {
        try execute("UPDATE apps SET sequence = sequence + 1 WHERE id = \(id)")
    }
}
