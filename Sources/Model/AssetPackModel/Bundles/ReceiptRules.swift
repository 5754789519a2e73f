// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The rules for a build's receipt.
struct ReceiptRules {
    let receipt: PropertyList
    /// The app's Info.plist.
    let app: PropertyList

    var findings: [BundleFinding] {
        var rules = KeyRules(subject: BuildReceipt.fileName, info: receipt)
        if let identifier = rules.requireIdentifier("CFBundleIdentifier"),
            let own = app.string("CFBundleIdentifier"), identifier != own
        {
            rules.obstruct("it is the receipt of another app, \(identifier), and not of \(own)")
        }
        if receipt[BuildReceipt.hostKey] == nil { rules.obstruct("it lacks the key \(BuildReceipt.hostKey)") }
        if let host = rules.optionalString(BuildReceipt.hostKey), !KeyRules.isSecureURL(host) {
            rules.obstruct("\(BuildReceipt.hostKey) must be an https URL, and is \(host): only https is fetched from")
        }
        // Its value is not shown: it is a secret.
        if let token = rules.optionalString(BuildReceipt.tokenKey), !Self.isToken(token) {
            rules.obstruct(
                "\(BuildReceipt.tokenKey) must be a token of printable ASCII without spaces, quotes and commas")
        }
        return rules.findings
    }

    private static func isToken(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: ",")
        }
    }
}
