// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SwiftASN1
internal import SystemSupport
package import X509

/// A certificate and its key as the server keeps them: two PEM files, the key's mode 0600.
package struct KeyPairFile: Sendable {
    package let certificate: Certificate
    let key: Certificate.PrivateKey

    /// Reads a pair; nil when either file is missing (a crash between the two writes leaves the key alone).
    static func load(
        certificate certificateName: String, key keyName: String, from data: IdentityFolder,
        in folder: borrowing Directory
    ) throws(IdentityError) -> KeyPairFile? {
        guard let certificateBytes = try data.read(certificateName, in: folder),
            let keyBytes = try data.read(keyName, in: folder)
        else { return nil }
        try checkMode(of: keyName, in: folder, data)
        // Not the folder: the versions that were served lie in it, too.
        let remedy =
            "delete \(data.path(of: certificateName)) and \(data.path(of: keyName)), and new ones are made (`ba trust` trusts a "
            + "new authority)"
        let certificate: Certificate
        let key: Certificate.PrivateKey
        do {
            certificate = try Certificate(pemEncoded: String(decoding: certificateBytes, as: UTF8.self))
        } catch {
            throw .damaged(
                path: data.path(of: certificateName), reason: "it holds no certificate in PEM form", remedy: remedy)
        }
        do {
            key = try Certificate.PrivateKey(pemEncoded: String(decoding: keyBytes, as: UTF8.self))
        } catch {
            throw .damaged(path: data.path(of: keyName), reason: "it holds no private key in PEM form", remedy: remedy)
        }
        guard key.publicKey == certificate.publicKey else {
            throw .damaged(
                path: data.path(of: keyName), reason: "it is not the key of \(certificateName)", remedy: remedy)
        }
        return KeyPairFile(certificate: certificate, key: key)
    }

    /// Writes a pair, the key first: a certificate without its key would look whole.
    static func write(
        chain: [Certificate], key: Certificate.PrivateKey, certificateName: String, keyName: String,
        to data: IdentityFolder, in folder: borrowing Directory
    ) throws(IdentityError) {
        let keyText: String
        let certificateText: String
        do {
            keyText = try key.serializeAsPEM().pemString + "\n"
            certificateText = try chain.map { try $0.serializeAsPEM().pemString + "\n" }.joined()
        } catch {
            throw .unusable("a certificate could not be written: \(error)")
        }
        // An old certificate must not stand beside the new key, whatever happens in between.
        try IdentityError.wrapping { () throws(SystemError) in try folder.removeFile(certificateName) }
        try data.write(keyText.utf8, to: keyName, in: folder)
        try data.write(certificateText.utf8, to: certificateName, in: folder)
    }

    private static func checkMode(
        of name: String, in folder: borrowing Directory, _ data: IdentityFolder
    ) throws(IdentityError) {
        let status = try IdentityError.wrapping { () throws(SystemError) in
            try folder.open(name).status(subject: data.path(of: name))
        }
        guard status.permissions & 0o077 == 0 else {
            throw .exposedKey(path: data.path(of: name), permissions: status.permissions)
        }
    }
}
