// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why an extension is asked for downloads.
package enum ContentRequest: String, OpenEnumeration {
    case install, update, periodic, languageChange
    case unknown
}
