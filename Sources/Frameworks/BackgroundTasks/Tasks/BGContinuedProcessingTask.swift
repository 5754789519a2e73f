// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a person has begun in the app, and goes on when that is not in front any more. A task that tells of no progress for a minute is to end.
open class BGContinuedProcessingTask: BGTask, ProgressReporting, @unchecked Sendable {
    /// How far it is: to be kept up to date.
    public let progress = Progress(totalUnitCount: 100)

    override init(_ launched: LaunchedTask) {
        super.init(launched)
        launched.watch(progress)
    }

    /// What a person is shown.
    public var title: String { launched.texts.title }
    /// What a person is shown below the title.
    public var subtitle: String { launched.texts.subtitle }

    /// Has a person be shown something else.
    open func updateTitle(_ title: String, subtitle: String) {
        launched.setTexts(title: title, subtitle: subtitle, progress: progress)
    }
}
