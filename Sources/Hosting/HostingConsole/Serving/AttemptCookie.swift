// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import HostingOpenID

/// Keeps what somebody has begun who has gone to a provider to sign in.
enum AttemptCookie {
    private static let cookie = BrowserCookie(name: "__Host-ba-sign-in")

    static func field(_ attempt: OpenIDAttempt) -> String {
        cookie.field(attempt.text, attributes: "; Max-Age=\(OpenIDAttempt.lifetime)")
    }

    static var endingField: String { cookie.endingField }

    /// What a browser shows; nil when it shows none.
    static func attempt(of headers: HTTPFields) -> OpenIDAttempt? {
        cookie.values(of: headers).lazy.compactMap(OpenIDAttempt.init).first
    }
}
