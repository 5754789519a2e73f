// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why nobody is signed in by a provider.
package enum OpenIDError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A setting that cannot be.
    case setting(String)
    /// The provider does not answer, or not as it should: it is worth another try.
    case unavailable(String)
    /// What was answered is not good.
    case refused(String)

    package var description: String {
        switch self {
        case .setting(let reason), .unavailable(let reason), .refused(let reason): reason
        }
    }
}
