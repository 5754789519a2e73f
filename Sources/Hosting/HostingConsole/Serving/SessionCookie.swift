// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import HostingModel

/// The cookie by which a browser is known. Its prefix has browsers see to it that nobody but this host sets it, and scripts of
/// the page do not see it.
enum SessionCookie {
    private static let cookie = BrowserCookie(name: "__Host-ba-session")

    static func field(_ secret: Secret) -> String { cookie.field(secret.text) }

    static var endingField: String { cookie.endingField }

    /// What a browser shows; nil when it shows none.
    static func secret(of headers: HTTPFields) -> Secret? {
        cookie.values(of: headers).lazy.compactMap(Secret.init).first
    }
}
