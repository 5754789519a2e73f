// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

extension FileDownload {
    /// Whether two descriptions are of one file: its address and size, and whom it is for. An address may have been signed
    /// anew, in its query, and a header made anew, each time that a download is described.
    func names(theSameFileAs other: FileDownload) -> Bool {
        (identifier, groupID, fileSize) == (other.identifier, other.groupID, other.fileSize)
            && request.method == other.request.method && request.redacted.url == other.request.redacted.url
    }
}
