// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ServiceInterface

/// A task that has begun: its app does what it is for, and says when it is done.
///
/// `@unchecked Sendable`: what changes is behind locks; as on Apple's platforms it is handed from queue to queue.
open class BGTask: NSObject, @unchecked Sendable {
    let launched: LaunchedTask

    init(_ launched: LaunchedTask) {
        self.launched = launched
        super.init()
    }

    /// That of its request.
    public var identifier: String { launched.task.identifier }

    /// Is called once, and forgotten, when the task is to end: a few seconds before its app is ended. A task without one has failed then.
    public var expirationHandler: (() -> Void)? {
        get { launched.expirationHandler }
        set { launched.expirationHandler = newValue }
    }

    /// Says that the task has ended.
    open func setTaskCompleted(success: Bool) { launched.complete(success: success) }
}
