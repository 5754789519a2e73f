// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The languages that the person prefers.
enum PreferredLanguages {
    /// BCP-47 tags, best first: those of the environment (`LANGUAGE`, then `LC_ALL`, `LC_MESSAGES`, `LANG`, as gettext
    /// reads them), else Foundation's.
    static var current: [String] { languages(in: ProcessInfo.processInfo.environment) ?? Locale.preferredLanguages }

    /// nil when the environment names none.
    static func languages(in environment: [String: String]) -> [String]? {
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
        let tag = String(name.replacing("_", with: "-"))
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
