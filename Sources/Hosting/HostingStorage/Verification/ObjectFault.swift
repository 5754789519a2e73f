// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What is wrong with the bytes of a host.
package enum ObjectFault: Equatable, Sendable, CustomStringConvertible {
    case missing(RecordedObject)
    case sizeDiffers(RecordedObject, found: Int64)
    case digestDiffers(RecordedObject, found: String)
    case unreadable(RecordedObject, reason: String)

    package var description: String {
        switch self {
        case .missing(let object): "\(object.name) is missing (\(object.key))"
        case .sizeDiffers(let object, let found):
            "\(object.name) has \(found) bytes in place of \(object.size ?? 0) (\(object.key))"
        case .digestDiffers(let object, let found):
            "\(object.name) is damaged: its SHA-256 is \(found) in place of \(object.sha256 ?? "") (\(object.key))"
        case .unreadable(let object, let reason): "\(object.name) cannot be read: \(reason) (\(object.key))"
        }
    }
}
