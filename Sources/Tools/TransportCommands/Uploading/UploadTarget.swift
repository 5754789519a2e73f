// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The version that an archive is uploaded for.
struct UploadTarget: Sendable {
    let version: VersionRecord
    /// nil while none is reserved.
    let file: UploadFileRecord?
}
