// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a form that has files.
enum MultipartFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// Its type does not say what is between its parts, or says what cannot be.
    case boundary
    /// It does not say how long it is.
    case unmeasured
    /// It is none.
    case malformed(String)
    /// More than a form of the page has.
    case tooLarge(String)
    /// It ended before its end.
    case cut

    var description: String {
        switch self {
        case .boundary: "its type names no boundary between its parts"
        case .unmeasured: "it does not say how long it is"
        case .malformed(let reason), .tooLarge(let reason): reason
        case .cut: "it broke off before its end"
        }
    }
}
