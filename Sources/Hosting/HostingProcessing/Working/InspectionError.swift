// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingStorage

/// Why an inspection has no outcome.
package enum InspectionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It took more time or memory than it may: that is the fault of what is inspected.
    case tooDemanding(String)
    /// The process ended without a word, or its words make no sense.
    case failed(String)
    /// It could not be started.
    case notStarted(String)
    /// What is to be inspected cannot be read.
    case unreadable(StorageError)
    case cancelled

    package var description: String {
        switch self {
        case .tooDemanding(let reason): "reading it \(reason)"
        case .failed(let reason): "the process that reads it \(reason)"
        case .notStarted(let reason): "no process can be started to read it: \(reason)"
        case .unreadable(let error): "it cannot be read: \(error)"
        case .cancelled: "it was called off"
        }
    }
}
