// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Where the events of a web hook are sent to.
package enum WebhookAddress {
    package static let largestLength = 2_048

    /// Why it cannot be a web hook's; nil when it can.
    package static func problem(with text: String) -> String? {
        guard text.utf8.count <= largestLength else { return "it has more than \(largestLength) bytes" }
        guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            return "it has characters that no URL has: encode them (%20), and names as xn--"
        }
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased() else {
            return "it is no URL"
        }
        guard scheme == "https" else { return "it must begin with https://" }
        guard let host = parts.host, !host.isEmpty else { return "it names no host" }
        guard parts.user == nil, parts.password == nil else {
            return "it has a user name or a password, which would be shown: receivers know us by the signature"
        }
        guard parts.port.map({ (1...65_535).contains($0) }) ?? true else { return "it has no valid port" }
        guard parts.fragment == nil else { return "it has a fragment, which is never sent" }
        return nil
    }
}
