// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceInterface

extension BackgroundTask {
    /// A request as it is sent; nil for a class that is none of this module's.
    init?(_ request: BGTaskRequest) {
        let begin = request.earliestBeginDate?.timeIntervalSince1970
        switch request {
        case is BGAppRefreshTaskRequest:
            self.init(request.identifier, .refresh, earliestBegin: begin)
        case let request as BGProcessingTaskRequest:
            self.init(
                request.identifier, request is BGHealthResearchTaskRequest ? .healthResearch : .processing,
                earliestBegin: begin, requiresNetwork: request.requiresNetworkConnectivity,
                requiresExternalPower: request.requiresExternalPower)
        case let request as BGContinuedProcessingTaskRequest:
            self.init(
                request.identifier, .continued, earliestBegin: begin, title: request.title,
                subtitle: request.subtitle)
        default: return nil
        }
    }

    /// A request that was sent; nil for a kind that is not known here.
    var request: BGTaskRequest? {
        let request: BGTaskRequest
        switch kind {
        case .refresh: request = BGAppRefreshTaskRequest(identifier: identifier)
        case .processing, .healthResearch:
            let processing =
                kind == .processing
                ? BGProcessingTaskRequest(identifier: identifier) : BGHealthResearchTaskRequest(identifier: identifier)
            processing.requiresNetworkConnectivity = requiresNetwork ?? false
            processing.requiresExternalPower = requiresExternalPower ?? false
            request = processing
        case .continued:
            request = BGContinuedProcessingTaskRequest(
                identifier: identifier, title: title ?? "", subtitle: subtitle ?? "")
        case .sessionEvents, .unknown: return nil
        }
        request.earliestBeginDate = earliestBegin.map { Date(timeIntervalSince1970: $0) }
        return request
    }
}
