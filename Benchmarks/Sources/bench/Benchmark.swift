// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Something that is measured: one row or a few that share their preparation.
protocol Benchmark {
    init()
    /// The names of its rows, which `--only` takes.
    static var rows: [String] { get }
    /// Prepares, measures, and hands over each row as it is known.
    func run(in bench: Workbench, report: (Row) -> Void) throws
}
