// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation

extension Session {
    /// What the system is asked to fetch.
    public func download(isEssential: Bool) -> BAURLDownload {
        BAURLDownload(
            identifier: id, request: URLRequest(url: url), essential: isEssential, fileSize: fileSize,
            applicationGroupIdentifier: SessionLibrary.groupID,
            // What everybody wants to see first.
            priority: self.isEssential ? .max : .default)
    }
}
