// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

extension URLSessionDownloadTask {
    /// Cancels a download.
    ///
    /// - Returns: what another one goes on by; nil when nothing of it can be used.
    public func cancelByProducingResumeData() async -> Data? {
        await withCheckedContinuation { continuation in
            cancel(byProducingResumeData: { continuation.resume(returning: $0) })
        }
    }
}
