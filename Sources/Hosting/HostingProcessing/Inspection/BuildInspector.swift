// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackArchives
internal import AssetPackModel
internal import BundleSources

/// Reads the archive of an app's build, as a device that installs it will.
struct BuildInspector {
    private let scanner = BundleScanner()
    private var hash = SHA256Digest()
    private var size: UInt64 = 0

    mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(BundleSourceError) {
        hash.update(bytes)
        size += UInt64(bytes.count)
        try scanner.take(bytes)
    }

    /// All bytes have been fed.
    func finish() throws(BundleSourceError) -> InspectionOutcome {
        .build(BuildReport(try scanner.finish(), size: size, sha256: hash.digest.description))
    }
}
