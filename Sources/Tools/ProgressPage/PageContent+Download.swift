// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import ToolSupport

extension PageContent {
    /// What is being downloaded for an app, or waits to be.
    struct Download: Equatable, Sendable {
        let name: String
        let kind: String
        /// `downloading, 54 % of 4 MB`.
        let state: String
        /// Why it does not progress.
        let waiting: String?
    }
}

extension PageContent.Download {
    init(_ record: DownloadRecord) {
        let size = record.totalBytes
        name = record.packID
        kind = (record.fileID == nil ? "pack" : "file") + (record.essential ? ", essential" : "")
        state =
            record.state.rawValue
            + (size > 0 ? ", \(Quantity.percentage(record.completedBytes, of: size)) % of \(Quantity.bytes(size))" : "")
        waiting = record.state == .paused ? nil : record.waiting
    }
}
