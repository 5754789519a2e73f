// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why a text names no proxy that can be used. The text itself is not shown: it may hold a password.
package enum ProxyAddressError: Error, Equatable, CustomStringConvertible {
    case scheme(String)
    case noHost
    case noPort
    case userInformation
    case more

    package var description: String {
        switch self {
        case .scheme(let scheme):
            "its scheme is \(scheme.debugDescription), and only proxies of HTTP can be used (http://HOST:PORT)"
        case .noHost: "it names no host: it must be http://HOST:PORT"
        case .noPort: "it names no port from 1 to 65535: it must be http://HOST:PORT"
        case .userInformation:
            "it holds a user name or a password, which whoever sees the settings would read: leave them out, and put them into "
                + "https_proxy of the service's environment, or have apps answer when the proxy asks"
        case .more: "it goes on behind the port: it must be http://HOST:PORT"
        }
    }
}
