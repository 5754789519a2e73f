// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a `FaultProxy` does about one request.
package struct ProxyBehavior: Sendable {
    enum Kind: Sendable {
        case tunnel(cutAfter: Int?)
        case raw(String)
        case hang
        case close
    }

    var kind: Kind
    /// A field of a request in which it makes a way all the same.
    var condition: (name: String, value: String)?

    /// Makes a way, as it should.
    package static let tunnel = ProxyBehavior(kind: .tunnel(cutAfter: nil))

    /// Makes a way, and breaks it off when so many bytes have come from the server.
    package static func tunnel(cutAfter count: Int) -> ProxyBehavior {
        ProxyBehavior(kind: .tunnel(cutAfter: count))
    }

    /// Answers with a status and a text, and closes the connection.
    package static func status(_ status: String, headers: [(String, String)] = []) -> ProxyBehavior {
        let fields = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
        return ProxyBehavior(
            kind: .raw("HTTP/1.1 \(status)\r\n\(fields)Content-Length: 4\r\nConnection: close\r\n\r\nwhat"))
    }

    /// Makes a way for those alone who say who they are.
    package static func demand(_ challenges: [String], unless value: String) -> ProxyBehavior {
        var behavior = status(
            "407 Proxy Authentication Required", headers: challenges.map { ("Proxy-Authenticate", $0) })
        behavior.condition = ("Proxy-Authorization", value)
        return behavior
    }

    /// Answers with just these bytes, and closes the connection.
    package static func raw(_ text: String) -> ProxyBehavior { ProxyBehavior(kind: .raw(text)) }

    /// Says nothing, until the other end goes.
    package static let hang = ProxyBehavior(kind: .hang)

    /// Closes the connection without an answer.
    package static let close = ProxyBehavior(kind: .close)
}
