// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// Which archive each version in a manifest for an Apple platform stands for.
///
/// Apple's form has no digests, so the tool keeps them in a file of its own beside the manifest
/// (`manifest.json.digests`), which need not be published. Without it, archives are told apart by what the manifest has.
/// Packs that were taken back stay in it, so that they do not come back with a version that devices know.
package struct DigestRecord: Equatable, Sendable {
    private struct Pack: Equatable, Sendable {
        let version: Int
        /// nil of a version whose archive was never seen.
        let digest: Digest?
    }

    private var packs: [String: Pack] = [:]

    package init() {}

    /// Where the record of a manifest lies.
    package static func path(of manifestPath: String) -> String { manifestPath + ".digests" }

    /// Reads a record; one that cannot be read counts as none, since it only spares a comparison.
    package init(parsing source: SourceText) {
        guard let root = try? JSONTextParser.parse(source), case .object(let members)? = root["packs"]?.value else {
            return
        }
        for (id, value) in members {
            guard case .object(let pack) = value, case .integer(let version)? = pack["version"],
                let version = Int(exactly: version)
            else { continue }
            var digest: Digest?
            if case .string(let text)? = pack["sha256"] { digest = Digest(hexadecimal: text) }
            packs[id] = Pack(version: version, digest: digest)
        }
    }

    /// The digest of the archive behind a version; nil when it was never recorded.
    package func digest(of id: String, version: Int) -> Digest? {
        packs[id].flatMap { $0.version == version ? $0.digest : nil }
    }

    /// Records the archive of a version that is published now; one below the newest there was is not remembered.
    package mutating func set(_ digest: Digest, of id: String, version: Int) {
        if packs[id].map({ $0.version <= version }) ?? true { packs[id] = Pack(version: version, digest: digest) }
    }

    /// Takes note of a version that is published, or was, whatever its archive is.
    package mutating func note(version: Int, of id: String) {
        if packs[id].map({ $0.version < version }) ?? true { packs[id] = Pack(version: version, digest: nil) }
    }

    /// The newest version of a pack that was published, in the manifest still or not; nil when it was never recorded.
    package func newestVersion(of id: String) -> Int? { packs[id]?.version }

    /// The text of the file.
    package var text: String {
        let members = packs.mapValues { pack in
            var members: [String: JSONValue] = ["version": .integer(Int64(pack.version))]
            if let digest = pack.digest { members["sha256"] = .string(digest.description) }
            return JSONValue.object(members)
        }
        return JSONValue.object(["formatVersion": .integer(1), "packs": .object(members)]).text + "\n"
    }
}
