// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BundleSigning

/// A team as it is printed: never its private key.
struct TeamRecord: Encodable, Equatable {
    var name: String
    /// What people compare.
    var fingerprint: String
    /// 64 hexadecimal digits.
    var publicKey: String
    /// Where the private key lies.
    var path: String

    init(_ team: TeamIdentity, name: String, in folder: TeamFolder) {
        self.name = name
        fingerprint = team.fingerprint
        publicKey = team.publicKey
        path = folder.path(of: name)
    }

    var text: String {
        ["team         \(name)", "fingerprint  \(fingerprint)", "public key   \(publicKey)", "private key  \(path)"]
            .joined(separator: "\n")
    }
}
