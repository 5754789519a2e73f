// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes

/// Where a request comes from, as far as it can be told: what is limited by it is limited a little.
enum ClientAddress {
    private static let forwarded = HTTPField.Name("X-Forwarded-For")

    /// - `connection`: the address of the other end; nil where it has none.
    static func text(of headers: HTTPFields, connection: String?) -> String {
        guard let connection else { return "" }
        // Of what a server in front tells, the last address is its own observation; the others are anybody's word. One on
        // another machine cannot be told from a client.
        guard isOwn(connection), let name = forwarded,
            let last = headers[values: name].last?.split(separator: ",").last
        else { return connection }
        let address = last.trimming { $0 == " " || $0 == "\t" }
        return address.isEmpty || address.utf8.count > 64 ? connection : String(address)
    }

    private static func isOwn(_ address: String) -> Bool {
        address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }
}

extension Substring {
    fileprivate func trimming(_ isSpace: (Character) -> Bool) -> Substring {
        var text = self
        while let first = text.first, isSpace(first) { text.removeFirst() }
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}
