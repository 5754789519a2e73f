// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes

/// A cookie of this host alone, which no script sees, and which comes with requests that other pages lead to only when they are for a
/// page to look at.
struct BrowserCookie: Sendable {
    private static let attributes = "; Path=/; Secure; HttpOnly; SameSite=Lax"

    /// It begins with `__Host-`.
    let name: String

    func field(_ value: String, attributes: String = "") -> String { "\(name)=\(value)\(attributes)\(Self.attributes)" }

    var endingField: String { field("", attributes: "; Max-Age=0") }

    /// What a browser shows under this name.
    func values(of headers: HTTPFields) -> [String] {
        // HTTP/2 may have them one by one.
        headers[values: .cookie].flatMap { field in
            field.split(separator: ";").compactMap { pair in
                let text = pair.drop { $0 == " " }
                return text.hasPrefix(name + "=") ? String(text.dropFirst(name.count + 1)) : nil
            }
        }
    }
}
