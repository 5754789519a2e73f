// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import MessageBus

/// What the services of the desktop have said, and which of them have not answered in time.
struct DesktopAnswers {
    var all: [BusQuestion: BusAnswer] = [:]
    private(set) var silent: Set<String> = []

    /// A service has not answered: what it said before holds.
    mutating func keep(_ question: BusQuestion, of last: DesktopAnswers) {
        silent.insert(question.service)
        all[question] = last.all[question]
    }
}
