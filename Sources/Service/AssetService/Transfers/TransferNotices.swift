// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What was noted about downloads and not looked at yet, in the order in which it happened.
struct TransferNotices: Sendable {
    struct Notice: Sendable {
        var change: TransferChange
        var source: any TransferSource
        /// Seconds since 1970.
        var time: Double
    }

    private var notices: [Notice] = []
    /// Of the first that was not taken.
    private var position = 0

    mutating func add(_ changes: [TransferChange], of source: any TransferSource, at time: Double) {
        notices.append(contentsOf: changes.map { Notice(change: $0, source: source, time: time) })
    }

    /// Takes the first ones.
    ///
    /// - Returns: also whether that was all.
    mutating func take(_ count: Int) -> (notices: ArraySlice<Notice>, isAll: Bool) {
        let taken = notices[position...].prefix(count)
        position = taken.endIndex
        let isAll = position == notices.endIndex
        if isAll { (notices, position) = ([], 0) }
        return (taken, isAll)
    }
}
