// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import HostingModel
internal import SystemSupport

/// Addresses of parts that nobody else could have made: whoever has one may put that part, until it expires.
package struct UploadSigner: Sendable {
    private let key: SymmetricKey

    /// - `key`: of all servers of a host.
    package init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

    static let prefix = "/uploads/"

    /// The path and query of a part.
    func path(file: String, part: Int, expires: Timestamp) -> String {
        let seconds = Int64(expires.seconds)
        return "\(Self.prefix)\(file)/\(part)?expires=\(seconds)&signature=\(signature(file, part, seconds))"
    }

    /// Whether an address is one of ours, and still good.
    func accepts(file: String, part: Int, expires: Int64, signature: String, now: Timestamp) -> Bool {
        guard Double(expires) > now.seconds, let bytes = Hexadecimal.bytes(signature) else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(
            Data(bytes), authenticating: Self.message(file, part, expires), using: key)
    }

    private func signature(_ file: String, _ part: Int, _ expires: Int64) -> String {
        Hexadecimal.text(HMAC<SHA256>.authenticationCode(for: Self.message(file, part, expires), using: key))
    }

    private static func message(_ file: String, _ part: Int, _ expires: Int64) -> Data {
        Data("upload \(file) \(part) \(expires)".utf8)
    }
}
