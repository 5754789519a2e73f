// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// What a client says of the bytes that it has uploaded (hosting-api 2.2). All digests are hexadecimal digits.
package struct AnnouncedChecksums: Equatable, Sendable {
    package enum Algorithm: String, CaseIterable, Sendable {
        case md5 = "MD5"
        case sha256 = "SHA_256"
    }

    /// Of the whole file.
    package var file: (algorithm: Algorithm, hash: String)?
    /// MD5 of the MD5 of all parts, with their count behind a hyphen, as S3 does it; the count may be missing.
    package var composite: String?
    /// In the spelling that is deprecated: MD5 of the whole file.
    package var flat: String?

    package init(
        file: (algorithm: Algorithm, hash: String)? = nil, composite: String? = nil, flat: String? = nil
    ) {
        self.file = file
        self.composite = composite
        self.flat = flat
    }

    package static func == (first: Self, second: Self) -> Bool {
        first.file?.algorithm == second.file?.algorithm && first.file?.hash == second.file?.hash
            && first.composite == second.composite && first.flat == second.flat
    }

    var isEmpty: Bool { file == nil && composite == nil && flat == nil }

    /// What differs from what has arrived; nil when nothing does.
    func difference(from digests: ObjectDigests) -> Refusal? {
        if let (algorithm, hash) = file {
            let found = algorithm == .md5 ? digests.md5 : digests.sha256
            if hash.lowercased() != found {
                return .checksumDiffers(
                    attribute: "sourceFileChecksums/file", algorithm: algorithm.rawValue, announced: hash, found: found)
            }
        }
        // Some say the MD5 of the whole here, too (hosting-api 2.2), which proves as much.
        if let composite, composite.lowercased() != digests.md5,
            !digests.composite.hasPrefix(composite.lowercased().prefix { $0 != "-" } + "-")
                || (composite.contains("-") && composite.lowercased() != digests.composite)
        {
            return .checksumDiffers(
                attribute: "sourceFileChecksums/composite", algorithm: "MD5", announced: composite,
                found: digests.composite)
        }
        if let flat, flat.lowercased() != digests.md5 {
            return .checksumDiffers(
                attribute: "sourceFileChecksum", algorithm: "MD5", announced: flat, found: digests.md5)
        }
        return nil
    }
}
