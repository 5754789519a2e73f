// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What stands beside a partial file: where it comes from, and how much of it can be trusted.
struct PartialFileRecord: Equatable {
    /// The first line of the text: what it is, and in which form.
    private static let title = "partial file 1"
    private static let unknown = "-"

    var source: String
    /// A strong entity tag.
    var validator: String
    var total: Int64?
    var syncedBytes: Int64
    /// In which run of the system it was written.
    var bootID: String

    init(source: String, validator: String, total: Int64?, syncedBytes: Int64, bootID: String) {
        self.source = source
        self.validator = validator
        self.total = total
        self.syncedBytes = syncedBytes
        self.bootID = bootID
    }

    /// Reads what `text` gives; nil for anything else.
    init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 7, lines[0] == Self.title, lines[6].isEmpty, let synced = Int64(lines[2]), synced >= 0
        else { return nil }
        let total = Int64(lines[3])
        guard total != nil || lines[3] == Self.unknown, total ?? 0 >= 0 else { return nil }
        self.init(source: lines[5], validator: lines[4], total: total, syncedBytes: synced, bootID: lines[1])
    }

    /// One value a line; nil when one of them has several.
    var text: String? {
        let values = [
            Self.title, bootID, "\(syncedBytes)", total.map { "\($0)" } ?? Self.unknown, validator, source,
        ]
        guard !values.contains(where: { $0.contains(where: \.isNewline) }) else { return nil }
        return values.joined(separator: "\n") + "\n"
    }
}
