// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel
internal import Crypto

/// A SHA-256 digest in the making.
package struct SHA256Digest: Sendable {
    private var hash = SHA256()

    package init() {}

    package mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

    /// The digest of all bytes so far.
    package var digest: AssetPackModel.Digest {
        let bytes = Array(hash.finalize())
        guard let digest = AssetPackModel.Digest(bytes) else { preconditionFailure("SHA-256 has 32 bytes") }
        return digest
    }

    /// The digest of these bytes.
    package static func of(_ bytes: some Collection<UInt8>) -> AssetPackModel.Digest {
        var hash = SHA256Digest()
        Array(bytes).withUnsafeBytes { hash.update($0) }
        return hash.digest
    }
}
