// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why an environment gives a service no place.
package enum ServiceLocationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It has neither a home folder nor the XDG variables.
    case noHome
    /// It wants a root of its own, and names it by a path that would depend on each process's working directory.
    case relativeRoot(String)

    package var description: String {
        switch self {
        case .noHome: "there is no home folder: set HOME, XDG_DATA_HOME or \(ServiceLocation.rootVariable)"
        case .relativeRoot(let path):
            "\(ServiceLocation.rootVariable) is \"\(path)\", and must be an absolute path: set it to one, or unset it to "
                + "use this user's service"
        }
    }
}
