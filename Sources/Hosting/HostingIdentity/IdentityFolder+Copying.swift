// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

extension IdentityFolder {
    private static let names = [authorityCertificateName, authorityKeyName, leafCertificateName, leafKeyName]

    /// Whether it has an authority.
    package var isMade: Bool {
        get throws(IdentityError) {
            try withLock { (directory) throws(IdentityError) in
                try read(Self.authorityCertificateName, in: directory) != nil
            }
        }
    }

    /// Copies what it has to another folder, in place of what that has.
    package func copy(to other: IdentityFolder) throws(IdentityError) {
        var files: [(name: String, bytes: [UInt8])] = []
        try withLock { (directory) throws(IdentityError) in
            for name in Self.names { if let bytes = try read(name, in: directory) { files.append((name, bytes)) } }
        }
        try other.withLock { (directory) throws(IdentityError) in
            for file in files { try other.write(file.bytes, to: file.name, in: directory) }
        }
    }
}
