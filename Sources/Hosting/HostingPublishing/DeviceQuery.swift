// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What a device tells of itself when it asks for a manifest, as far as it wants to.
package struct DeviceQuery: Equatable, Sendable {
    /// One that it has made up: a phased release goes by it.
    package let identifier: String?
    /// The version of the app that is on it.
    package let appVersion: AppVersionNumber?
    /// Whether it has a token, and wants what that is for: it is asked for it then.
    package let wantsPrivate: Bool

    package init(identifier: String? = nil, appVersion: AppVersionNumber? = nil, wantsPrivate: Bool = false) {
        self.identifier = identifier
        self.appVersion = appVersion
        self.wantsPrivate = wantsPrivate
    }

    /// - `parameter`: the value of a parameter of the request.
    package init(_ parameter: (String) -> String?) {
        self.init(
            identifier: parameter("device").flatMap { $0.isEmpty || $0.utf8.count > 128 ? nil : $0 },
            appVersion: parameter("appVersion").flatMap(AppVersionNumber.init),
            wantsPrivate: parameter("private") == "1")
    }
}
