// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOSSL
internal import SystemSupport

/// Certificates in PEM files.
enum TrustedAuthorities {
    static func read(_ paths: [String]) throws(HostCommandError) -> [NIOSSLCertificate] {
        var certificates: [NIOSSLCertificate] = []
        for path in paths {
            guard FileStatus(resolving: path)?.kind == .file else {
                throw .noCertificates(path: path, reason: "there is no such file")
            }
            do {
                let found = try NIOSSLCertificate.fromPEMFile(path)
                if found.isEmpty { throw HostCommandError.noCertificates(path: path, reason: "it has none") }
                certificates += found
            } catch let error as HostCommandError { throw error } catch {
                throw .noCertificates(path: path, reason: "\(error)")
            }
        }
        return certificates
    }
}
