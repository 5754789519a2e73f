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

    /// What it has, by the names of the files.
    package var files: [String: [UInt8]] {
        get throws(IdentityError) {
            try withLock { (directory) throws(IdentityError) in
                var files: [String: [UInt8]] = [:]
                for name in Self.names { files[name] = try read(name, in: directory) }
                return files
            }
        }
    }

    /// Writes these in place of what it has.
    package func write(_ files: [String: [UInt8]]) throws(IdentityError) {
        try withLock { (directory) throws(IdentityError) in
            for (name, bytes) in files { try write(bytes, to: name, in: directory) }
        }
    }
}
