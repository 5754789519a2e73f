// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Whether a value may stand in the log.
///
/// On Linux the log goes to the process's own standard error, so `auto` values are shown; `private` and `sensitive` ones
/// are redacted.
public struct OSLogPrivacy: Equatable, Sendable {
    /// How a redacted value is shown.
    public enum Mask: Equatable, Sendable {
        /// As a hash, by which equal values can be told.
        case hash
        /// Not at all.
        case none
    }

    enum Kind { case auto, open, hidden, secret }

    let kind: Kind
    let mask: Mask

    /// Shown.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(kind: .open, mask: .none) }
    /// Redacted.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(kind: .hidden, mask: .none) }
    /// Redacted.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(kind: .secret, mask: .none) }
    /// Shown, as the log is the process's own.
    public static var auto: OSLogPrivacy { OSLogPrivacy(kind: .auto, mask: .none) }

    /// Redacted, as a hash if the mask says so.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .hidden, mask: mask) }
    /// Redacted, as a hash if the mask says so.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .secret, mask: mask) }
    /// Shown, as the log is the process's own.
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .auto, mask: mask) }

    /// What stands in the log for a value.
    func text(of value: String) -> String {
        switch kind {
        case .auto, .open: value
        case .hidden, .secret:
            mask == .hash ? "<mask.hash: '\(String(value.hashValue.magnitude, radix: 36))'>" : "<private>"
        }
    }
}
