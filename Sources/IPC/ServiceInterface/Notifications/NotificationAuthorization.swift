// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Whether an app may tell its person something.
package enum NotificationAuthorization: String, OpenEnumeration {
    /// Nobody was asked.
    case undetermined
    /// A person does not want to be told anything by the app.
    case denied
    case authorized
    case unknown
}
