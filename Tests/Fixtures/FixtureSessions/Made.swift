// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a task was made with, for who hears of its end.
///
/// `@unchecked Sendable`: it is set before its task is begun, and read after that has ended.
final class Made: @unchecked Sendable {
    var progress: Progress?
}
