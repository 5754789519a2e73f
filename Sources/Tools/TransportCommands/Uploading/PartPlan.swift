// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Which parts of a file are to be sent, and which have arrived with the bytes that they should have.
///
/// That a part has arrived is believed in two ways: the server's entity tag of it is the MD5 of its bytes here, which proves it,
/// or it is the tag that the server gave when this archive was sent before. Only of a server that tells no tags at all what was
/// sent is believed to be there; it says so when it is not.
struct PartPlan: Sendable {
    private(set) var missing: [UploadPart] = []
    private(set) var present: [UploadPart] = []
    /// Of those that are present, the ones for which nothing speaks but our own word.
    private(set) var assumed: [UploadPart] = []

    /// - `sent`: the tags of parts that were sent before; empty where the server gave none.
    /// - `digest`: the MD5 of a part, as hexadecimal digits.
    init(
        _ parts: [UploadPart], sent: [Int: String], digest: (UploadPart) throws(TransportError) -> String
    ) throws(TransportError) {
        let serverTells = parts.contains { $0.entityTag != nil }
        for part in parts {
            if let tag = part.entityTag {
                // What is known of it is not read again.
                let isThere = sent[part.number] == tag ? true : try digest(part) == tag.lowercased()
                if isThere { present.append(part) } else { missing.append(part) }
            } else if !serverTells, sent[part.number] != nil {
                present.append(part)
                assumed.append(part)
            } else {
                missing.append(part)
            }
        }
    }

    /// Whether what has arrived of a file is of the same bytes, and at least something has: only then is an upload gone on with
    /// that this machine has not begun.
    static func proves(
        _ parts: [UploadPart], digest: (UploadPart) throws(TransportError) -> String
    ) throws(TransportError) -> Bool {
        var isProven = false
        for part in parts {
            guard let tag = part.entityTag else { continue }
            guard try digest(part) == tag.lowercased() else { return false }
            isProven = true
        }
        return isProven
    }
}
