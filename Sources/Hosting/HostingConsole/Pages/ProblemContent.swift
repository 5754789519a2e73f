// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes

struct ProblemContent: ConsoleContent {
    static let template = "problem"
    let title: String
    let reason: String

    init(_ failure: ConsoleFailure) {
        title = failure.status.reasonPhrase.isEmpty ? "\(failure.status.code)" : failure.status.reasonPhrase
        reason = failure.reason
    }
}
