// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request for processing, by an app of a study in which its person takes part. There is no protection of files by the state of the device
/// here: what is asked for is kept, and heeded by nothing.
open class BGHealthResearchTaskRequest: BGProcessingTaskRequest {
    /// The protection of the files that the task needs.
    public var protectionTypeOfRequiredData: NSString = "NSFileProtectionComplete"

    override func copied() -> BGTaskRequest {
        let request = BGHealthResearchTaskRequest(identifier: identifier)
        request.protectionTypeOfRequiredData = protectionTypeOfRequiredData
        return take(request)
    }
}
