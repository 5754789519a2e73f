// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The rule for identifiers that become path components: bundles, app groups and packs.
///
/// ASCII letters, digits, `.`, `-`, `_`, 1 to 128 bytes, not `.` or `..`.
package enum IdentifierRule {
    /// Why `text` is no identifier, or nil when it is one.
    package static func problem(with text: String) -> String? {
        let bytes = text.utf8
        if bytes.isEmpty { return "it is empty" }
        if bytes.count > 128 { return "it has \(bytes.count) bytes, and 128 are allowed" }
        if text == "." || text == ".." { return "\"\(text)\" is reserved" }
        let allowed: (UInt8) -> Bool = { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default:
                false
            }
        }
        if !bytes.allSatisfy(allowed) {
            return "\"\(text)\" has characters other than ASCII letters, digits, '.', '-' and '_'"
        }
        return nil
    }

    /// Why `text` is no ID of a pack: the rule above, and names that the service uses beside packs.
    package static func problem(withPackID text: String) -> String? {
        if text == "namespace" || text == "namespaces" { return "\"\(text)\" is reserved" }
        return problem(with: text)
    }

    /// Whether `text` is an identifier.
    package static func allows(_ text: String) -> Bool { problem(with: text) == nil }
}
