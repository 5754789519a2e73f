// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A request for minutes in which an app does what takes its time, while nobody is disturbed. Ten of an app may be pending.
///
/// The app needs `processing` in `UIBackgroundModes`.
open class BGProcessingTaskRequest: BGTaskRequest {
    /// The task waits until there is a network.
    public var requiresNetworkConnectivity = false
    /// The task waits until the device does not run on its battery; what it does then is not counted.
    public var requiresExternalPower = false

    public init(identifier: String) { super.init(named: identifier) }

    override func copied() -> BGTaskRequest { take(BGProcessingTaskRequest(identifier: identifier)) }

    func take(_ request: BGProcessingTaskRequest) -> BGProcessingTaskRequest {
        request.requiresNetworkConnectivity = requiresNetworkConnectivity
        request.requiresExternalPower = requiresExternalPower
        return request
    }
}
