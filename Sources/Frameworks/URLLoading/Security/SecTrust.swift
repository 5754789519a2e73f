// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import FoundationNetworking

/// The certificates that a server has shown, and what the system thinks of them.
///
/// On Linux it is the service that has looked at them, with the authorities that the machine and the person trust.
public final class SecTrust: Sendable {
    let certificates: [SecCertificate]
    /// Why the system does not trust them.
    let distrust: String?

    package init(certificates: [Data], distrust: String?) {
        self.certificates = certificates.map { SecCertificate(der: $0) }
        self.distrust = distrust
    }
}

/// As Core Foundation names errors, which Swift's Foundation on Linux has no type of its own for.
public typealias CFError = NSError

/// Whether the system trusts the server.
///
/// - Parameters:
///   - trust: what it has shown.
///   - error: why not.
/// - Returns: whether it does.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool {
    guard let distrust = trust.distrust else { return true }
    error?.pointee = NSError(
        domain: NSURLErrorDomain, code: URLError.Code.serverCertificateUntrusted.rawValue,
        userInfo: [NSLocalizedDescriptionKey: distrust])
    return false
}

/// The certificates as the server has sent them, its own first; nil when there are none.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> [SecCertificate]? {
    trust.certificates.isEmpty ? nil : trust.certificates
}

/// How many certificates the server has sent.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> Int { trust.certificates.count }

/// One of the certificates, the server's own at 0; nil when there are not so many.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ index: Int) -> SecCertificate? {
    trust.certificates.indices.contains(index) ? trust.certificates[index] : nil
}
