// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Processing by an app of a study in which its person takes part.
open class BGHealthResearchTask: BGProcessingTask, @unchecked Sendable {}
