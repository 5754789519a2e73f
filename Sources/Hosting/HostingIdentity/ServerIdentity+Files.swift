// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
internal import Glibc
internal import SwiftASN1
internal import SystemSupport
internal import X509

extension ServerIdentity {
    /// Most bytes of a PEM file.
    private static let fileLimit = 1 << 20

    /// Reads an identity from PEM files: a chain, leaf first, and a private key, in one file or two and in either order.
    package static func files(_ paths: [String], now: Date = Date()) throws(IdentityError) -> ServerIdentity {
        var chain: [Certificate] = []
        var keys: [Certificate.PrivateKey] = []
        for path in paths {
            for document in try documents(in: path) {
                do {
                    switch document.discriminator {
                    case "CERTIFICATE": chain.append(try Certificate(pemDocument: document))
                    case "PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY":
                        keys.append(try Certificate.PrivateKey(pemDocument: document))
                    case "ENCRYPTED PRIVATE KEY":
                        throw IdentityError.unusable("the key in \(path) is encrypted; decrypt it first")
                    default: break
                    }
                } catch let error as IdentityError {
                    throw error
                } catch {
                    throw .unusable("\(path) has a malformed \(document.discriminator): \(error)")
                }
            }
        }
        let files = paths.joined(separator: " and ")
        guard let leaf = chain.first else { throw .unusable("there is no certificate in \(files)") }
        guard let key = keys.first else {
            throw .unusable("there is no private key in \(files): give --identity-path twice, once for each file")
        }
        guard keys.count == 1 else { throw .unusable("there is more than one private key in \(files)") }
        guard key.publicKey == leaf.publicKey else {
            throw .unusable("the key does not belong to the first certificate in \(files)")
        }
        guard leaf.notValidAfter > now, leaf.notValidBefore <= now else {
            throw .unusable("the certificate in \(files) is valid from \(leaf.notValidBefore) to \(leaf.notValidAfter)")
        }
        return ServerIdentity(chain: chain, key: key)
    }

    private static func documents(in path: String) throws(IdentityError) -> [PEMDocument] {
        let bytes = try IdentityError.wrapping { () throws(SystemError) in
            let file = try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC), "open", path)
            return try file.readAll(limit: fileLimit, subject: path)
        }
        do {
            return try PEMDocument.parseMultiple(pemString: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw .unusable("\(path) is no PEM file: \(error)")
        }
    }
}
