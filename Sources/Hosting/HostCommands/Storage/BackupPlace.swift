// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HostingIdentity

/// The folder of a backup, as a person names it.
struct BackupPlace {
    /// Absolute.
    let path: String

    init(_ folder: String) { path = URL(fileURLWithPath: folder).standardizedFileURL.path }

    var identity: IdentityFolder { IdentityFolder(path: path + "/identity", purpose: "Background Assets host") }
}
