// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import SystemSupport

extension TransferError {
    /// What a worker threw, as an error of this module.
    init(ingest error: any Error, url: String = "of the pack") {
        switch error {
        case let error as TransferError: self = error
        case let error as SystemError: self = .file(error)
        case let error as ArchiveError:
            if case .system(let inner) = error { self = .file(inner) } else { self = .archive(url: url, error) }
        default: self = .connection(url: url, reason: "\(error)")
        }
    }
}
