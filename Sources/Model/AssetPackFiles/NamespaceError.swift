// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import SystemSupport

/// Why a `namespace` file cannot be written or read.
package enum NamespaceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The app has no namespace yet: nothing of it was ever made local.
    case missing(file: String)
    /// A newer service wrote it; the app has to be built with a newer framework to read it.
    case unknownMajorVersion(Int, file: String)
    /// It is none, or damaged.
    case malformed(reason: String, file: String)
    /// It is being removed each time that it is opened.
    case busy(file: String)
    /// What is to be written cannot be: which pack, and why.
    case invalidInput(pack: String, reason: String)
    /// The system refused an operation.
    case system(SystemError)

    package var description: String {
        switch self {
        case .missing(let file):
            "there is no \(file): no asset pack of this app is on this device yet"
        case .unknownMajorVersion(let version, let file):
            "\(file) has the format version \(version), and this process reads \(NamespaceLayout.majorVersion): "
                + "rebuild the app with a newer version of swift-background-assets"
        case .malformed(let reason, let file):
            "\(file) is damaged (\(reason)): the service writes it anew when it is started again"
        case .busy(let file):
            "\(file) is locked by another process: try again"
        case .invalidInput(let pack, let reason):
            "the asset pack \(pack) cannot be listed: \(reason)"
        case .system(let error):
            error.description
        }
    }
}
