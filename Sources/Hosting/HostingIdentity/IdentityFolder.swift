// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import SystemSupport

/// Where a server keeps its certificate authority and its own certificate: mode 0700, files 0600.
package struct IdentityFolder: Equatable, Sendable {
    /// The certificate of the authority, which devices trust.
    package static let authorityCertificateName = "ca.pem"
    package static let authorityKeyName = "ca-key.pem"
    package static let leafCertificateName = "leaf.pem"
    package static let leafKeyName = "leaf-key.pem"

    package let folder: LockedFolder
    /// What the authority is for, as its name says: "Background Assets development".
    package let purpose: String

    package init(path: String, purpose: String) {
        folder = LockedFolder(path: path)
        self.purpose = purpose
    }

    func path(of name: String) -> String { folder.path(of: name) }

    /// Does something that no other server does at the same time.
    package func withLock<Result>(
        _ body: (borrowing Directory) throws(IdentityError) -> Result
    ) throws(IdentityError) -> Result {
        try folder.withLock(failing: IdentityError.system, body)
    }

    func read(_ name: String, in directory: borrowing Directory) throws(IdentityError) -> [UInt8]? {
        do throws(SystemError) { return try folder.read(name, in: directory) } catch { throw .system(error) }
    }

    func write(
        _ bytes: some Collection<UInt8>, to name: String, in directory: borrowing Directory
    ) throws(IdentityError) {
        do throws(SystemError) { try folder.write(bytes, to: name, in: directory) } catch { throw .system(error) }
    }
}
