// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A file whose parts are uploaded: one of a version, or the archive of a build.
package struct AwaitedUpload: Equatable, Sendable {
    /// The identifier of the file, or of the build.
    package let id: String
    package let upload: ObjectUpload

    package init(id: String, upload: ObjectUpload) {
        self.id = id
        self.upload = upload
    }
}
