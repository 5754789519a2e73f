// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request to do something while the app is not in front. Requests of its subclasses are submitted.
open class BGTaskRequest: NSObject, NSCopying {
    /// By which the app knows it, of `BGTaskSchedulerPermittedIdentifiers` in its Info.plist.
    public let identifier: String
    /// The task does not begin before; nil for as soon as may be. That it begins then is not promised.
    public var earliestBeginDate: Date?

    init(named identifier: String) {
        self.identifier = identifier
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let request = copied()
        request.earliestBeginDate = earliestBeginDate
        return request
    }

    /// One of its kind and name.
    func copied() -> BGTaskRequest { BGTaskRequest(named: identifier) }
}
