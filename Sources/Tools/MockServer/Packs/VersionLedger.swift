// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// The versions that the server has given, kept over restarts: a version never goes back by itself.
package struct VersionLedger: Equatable, Sendable {
    package static let currentFormatVersion = 1

    /// The newest version of a pack that was served from a folder.
    package struct Record: Equatable, Sendable {
        package var version: Int
        /// SHA-256 of the archive.
        package var digest: Digest

        package init(version: Int, digest: Digest) {
            self.version = version
            self.digest = digest
        }
    }

    /// What a pack belongs to: the same ID in another folder has versions of its own.
    package struct Key: Hashable, Sendable {
        package var folder: String
        package var id: String

        package init(folder: String, id: String) {
            self.folder = folder
            self.id = id
        }
    }

    package private(set) var records: [Key: Record] = [:]
    /// The number of the newest publication.
    package private(set) var sequence: Int64 = 0
    /// Digest of the newest publication.
    package private(set) var publication: Digest?

    package init() {}

    /// What giving a version has come to.
    package struct Assignment: Equatable, Sendable {
        package var version: Int
        /// What the person should know, when the version asked for is one that devices will misunderstand.
        package var warning: String?
    }

    /// Gives a pack its version: the one it has while its bytes are the same, else the next. A version that was asked
    /// for wins.
    ///
    /// Devices know a pack by its ID alone, so versions never go back when it is served from another folder.
    ///
    /// - Throws: `versions` when there is no next one.
    package mutating func assign(
        key: Key, digest: Digest, explicit: Int?
    ) throws(MockServerError) -> Assignment {
        var assignment = Assignment(version: explicit ?? 1, warning: nil)
        let newest = records.filter { $0.key.id == key.id }.max { left, right in
            // Of two that are as new, the one of this folder counts.
            (left.value.version, left.key == key ? 1 : 0) < (right.value.version, right.key == key ? 1 : 0)
        }?.value
        if let newest {
            if let explicit {
                if explicit < newest.version {
                    assignment.warning =
                        "\(key.id) goes back from version \(newest.version) to \(explicit), as asked for: devices that "
                        + "have the newer one follow the manifest and fetch this one"
                } else if explicit == newest.version, digest != newest.digest {
                    assignment.warning =
                        "\(key.id) was served as version \(explicit) with other content: devices that have it will not "
                        + "fetch this one"
                }
            } else if digest == newest.digest {
                assignment.version = newest.version
            } else {
                guard newest.version < .max else {
                    throw .versions(
                        "\(key.id) has the highest version there is; give another with --asset-pack-versions")
                }
                assignment.version = newest.version + 1
            }
        }
        records[key] = Record(version: assignment.version, digest: digest)
        // A version that was asked for is the newest from now on, in whatever folder the pack was before.
        if explicit != nil {
            for other in records.keys where other.id == key.id && other != key { records[other] = nil }
        }
        return assignment
    }

    /// Gives a publication its number: the one it has while nothing changes, else the next.
    ///
    /// - Throws: `stopped` when there is no next one, which only a damaged file can bring about.
    package mutating func number(publication digest: Digest) throws(MockServerError) -> Int64 {
        guard publication != digest else { return sequence }
        guard sequence < .max else { throw .stopped(reason: "\(ServerDataFolder.ledgerName) has the last sequence") }
        sequence += 1
        publication = digest
        return sequence
    }
}

extension VersionLedger: Codable {
    private enum CodingKeys: String, CodingKey { case formatVersion, sequence, publication, packs }

    private struct Row: Codable {
        var folder: String
        var id: String
        var version: Int
        var sha256: Digest
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let formatVersion = try container.decode(Int.self, forKey: .formatVersion)
        guard formatVersion == Self.currentFormatVersion else {
            throw DecodingError.dataCorruptedError(
                forKey: .formatVersion, in: container,
                debugDescription: "it has formatVersion \(formatVersion), and \(Self.currentFormatVersion) is known")
        }
        sequence = try container.decode(Int64.self, forKey: .sequence)
        publication = try container.decodeIfPresent(Digest.self, forKey: .publication)
        for row in try container.decode([Row].self, forKey: .packs) {
            records[Key(folder: row.folder, id: row.id)] = Record(
                version: row.version, digest: row.sha256)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.currentFormatVersion, forKey: .formatVersion)
        try container.encode(sequence, forKey: .sequence)
        try container.encodeIfPresent(publication, forKey: .publication)
        let rows = records.map {
            Row(folder: $0.key.folder, id: $0.key.id, version: $0.value.version, sha256: $0.value.digest)
        }
        try container.encode(rows.sorted { ($0.folder, $0.id) < ($1.folder, $1.id) }, forKey: .packs)
    }
}
