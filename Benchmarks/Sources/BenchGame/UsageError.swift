// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The bench and its app do not fit together.
struct UsageError: Error, CustomStringConvertible {
    var description: String { "usage: BenchGame get|ensure|contents|known|schedule|cancel ARGUMENTS (see its source)" }
}
