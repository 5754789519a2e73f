// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import HostingModel

/// The cookie by which a browser is known. Its prefix has browsers see to it that nobody but this host sets it, and scripts of
/// the page do not see it.
enum SessionCookie {
    private static let name = "__Host-ba-session"
    private static let attributes = "; Path=/; Secure; HttpOnly; SameSite=Lax"

    static func field(_ secret: Secret) -> String { "\(name)=\(secret.text)\(attributes)" }

    static var endingField: String { "\(name)=; Max-Age=0\(attributes)" }

    /// What a browser shows; nil when it shows none.
    static func secret(of headers: HTTPFields) -> Secret? {
        // HTTP/2 may have them one by one.
        for field in headers[values: .cookie] {
            for pair in field.split(separator: ";") {
                let text = pair.drop { $0 == " " }
                guard text.hasPrefix(name + "=") else { continue }
                if let secret = Secret(String(text.dropFirst(name.count + 1))) { return secret }
            }
        }
        return nil
    }
}
