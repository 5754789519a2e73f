// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ToolSupport

/// What programs read as `takenUp`, for a person.
enum TaskEventWords {
    static func text(_ event: String) -> String {
        PrintableText.of(event.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined())
    }
}
