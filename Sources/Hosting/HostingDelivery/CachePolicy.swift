// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How long what was received may be used again without asking.
package enum CachePolicy: Equatable, Sendable {
    /// The bytes at this URL never change.
    case immutable
    /// Kept, but asked about each time: the answer is often a short 304.
    case revalidated
    /// Used again without asking for so many seconds.
    case brief(seconds: Int)
    /// The bytes at this URL never change, and it is good for so many seconds more.
    case immutableUntil(seconds: Int)
    /// For the device alone that has asked, and no cache between.
    indirect case personal(CachePolicy)

    /// The same for what is good for so many seconds at most.
    func atMost(_ seconds: Int) -> CachePolicy {
        switch self {
        case .immutable: .brief(seconds: seconds)
        case .brief(let own), .immutableUntil(let own): .brief(seconds: min(own, seconds))
        case .revalidated: .revalidated
        case .personal(let policy): .personal(policy.atMost(seconds))
        }
    }

    /// The value of `Cache-Control`.
    package var fieldValue: String {
        switch self {
        case .immutable: "public, max-age=31536000, immutable"
        case .revalidated: "no-cache"
        case .brief(let seconds): "public, max-age=\(seconds)"
        case .immutableUntil(let seconds): "public, max-age=\(seconds), immutable"
        case .personal(.revalidated): "private, no-cache"
        case .personal(let policy): policy.fieldValue.replacing("public", with: "private")
        }
    }
}
