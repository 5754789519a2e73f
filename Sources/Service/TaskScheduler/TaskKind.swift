// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an app is woken for, or goes on with, while it is not in front.
package enum TaskKind: String, CaseIterable, Sendable {
    /// `BGAppRefreshTaskRequest`: a moment for what is new.
    case refresh
    /// `BGProcessingTaskRequest`: minutes, while nobody is disturbed.
    case processing
    /// `BGHealthResearchTaskRequest`, which is one for processing.
    case healthResearch
    /// `BGContinuedProcessingTaskRequest`: what a person has begun in front.
    case continued
    /// Nothing that an app submits: what its background URL sessions have for it.
    case sessionEvents

    /// Whether it waits until nobody is disturbed.
    package var isProcessing: Bool { self == .processing || self == .healthResearch }
}
