// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What `If-Match` and `If-None-Match` hold: `*`, or tags separated by commas.
package enum EntityTagList: Equatable, Sendable {
    case any
    case tags([EntityTag])

    /// Reads a field value. Elements that are no tags are left out: a tag that cannot be read cannot match either.
    package init(parsing text: String) {
        let trimmed = text.trimmingOptionalWhitespace
        if trimmed == "*" {
            self = .any
            return
        }
        // A tag may hold commas, so the text is cut at commas outside quotes only.
        var tags: [EntityTag] = []
        var element: [UInt8] = []
        var isQuoted = false
        func finish() {
            let text = String(decoding: element, as: UTF8.self).trimmingOptionalWhitespace
            if let tag = EntityTag(parsing: text) { tags.append(tag) }
            element.removeAll(keepingCapacity: true)
        }
        for byte in trimmed.utf8 {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: ","), !isQuoted { finish() } else { element.append(byte) }
        }
        finish()
        self = .tags(tags)
    }
}

extension StringProtocol {
    /// The text without the spaces and tabs around it (RFC 9110, 5.6.3: OWS).
    var trimmingOptionalWhitespace: String {
        var slice = Array(utf8)[...]
        while let first = slice.first, first == 0x20 || first == 0x09 { slice = slice.dropFirst() }
        while let last = slice.last, last == 0x20 || last == 0x09 { slice = slice.dropLast() }
        return String(decoding: slice, as: UTF8.self)
    }
}
