// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// What a submission is for, as App Store Connect calls it. One for Linux names none.
enum SubmissionPlatform: String, CaseIterable, Sendable, ExpressibleByArgument {
    case iOS = "IOS"
    case macOS = "MAC_OS"
    case tvOS = "TV_OS"
    case visionOS = "VISION_OS"
}
