// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The person's languages as a process's environment has them; Foundation on Linux does not look there.
package enum LocaleVariables {
    /// What a process needs in order to find the same languages.
    package static let names: Set<String> = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"]

    /// BCP-47 tags, best first, as gettext reads them: those of `LANGUAGE`, then that of `LC_ALL`, `LC_MESSAGES` or `LANG`,
    /// whichever is set first. nil when the environment names none.
    package static func languages(in environment: [String: String]) -> [String]? {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        // The C locale switches translation off, LANGUAGE included.
        let names = locale.flatMap { tag($0) } == nil ? [] : (environment["LANGUAGE"] ?? "").split(separator: ":")
        var result: [String] = []
        for name in names.map(String.init) + [locale ?? ""] {
            if let tag = tag(name), !result.contains(tag) { result.append(tag) }
        }
        return result.isEmpty ? nil : result
    }

    /// `de-AT` of `de_AT.UTF-8@euro`; nil of `C` and `POSIX`, and of what is no locale.
    private static func tag(_ locale: String) -> String? {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        guard !name.isEmpty, name != "C", name != "POSIX" else { return nil }
        let tag = String(name.map { $0 == "_" ? "-" : $0 })
        guard tag.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isLetterOrDigit }), tag.utf8.count <= 32 else {
            return nil
        }
        return tag
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            false
        }
    }
}
