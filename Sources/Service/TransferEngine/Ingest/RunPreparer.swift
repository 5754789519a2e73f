// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Does with a run what needs no other run: several are prepared at a time, on any threads.
protocol RunPreparer: Sendable {
    func prepare(_ run: IngestRun) throws
}
