// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import HostingModel
internal import SystemSupport

/// Makes addresses of archives and blocks files that are good for a while, and that nobody else could have made.
///
/// All that are made within one lifetime expire at the same moment: a manifest stays the same for so long, and so do the
/// addresses by which caches on the way know what they have.
package struct AddressSigner: Sendable {
    private let key: SymmetricKey
    /// Seconds for which an address is good at least.
    let lifetime: Int64

    /// - `key`: of all servers of a host.
    /// - `lifetime`: seconds for which an address is good at least; it is good for twice as many at most.
    package init(key: [UInt8], lifetime: Int) {
        self.key = SymmetricKey(data: key)
        self.lifetime = Int64(lifetime)
    }

    /// What an address is for.
    struct Subject {
        let bundleID: String
        let audience: Audience
        /// The last component of the path.
        let name: String
        let version: Int
    }

    /// Until when what is signed now is good: seconds since 1970.
    func expiry(at now: Timestamp) -> Int64 { (Int64(now.seconds) / lifetime + 2) * lifetime }

    /// What an address ends with, behind its version.
    func end(of subject: Subject, expires: Int64) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Self.message(subject, expires), using: key)
        return "&expires=\(expires)&signature=\(Hexadecimal.text(code))"
    }

    /// Whether an address is one of ours, whatever the time.
    func isAuthentic(_ subject: Subject, expires: Int64, signature: String) -> Bool {
        guard let bytes = Hexadecimal.bytes(signature) else { return false }
        // In a time that does not tell how much of it is right.
        return HMAC<SHA256>.isValidAuthenticationCode(
            Data(bytes), authenticating: Self.message(subject, expires), using: key)
    }

    private static func message(_ subject: Subject, _ expires: Int64) -> Data {
        Data("asset \(subject.bundleID) \(subject.audience.name) \(subject.name) \(subject.version) \(expires)".utf8)
    }
}
