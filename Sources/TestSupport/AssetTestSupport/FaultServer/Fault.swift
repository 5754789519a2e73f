// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a `FaultServer` does wrong in one answer. Faults add up: `.noEntityTag.and(.cut(after: 100))`.
///
/// Offsets and counts are bytes of the body that is sent, unless they say otherwise.
package struct Fault: Sendable {
    /// What stands in the answer's `Content-Length`.
    enum Length: Sendable { case right, missing, text([String]) }

    var status: Int?
    var headers: [(name: String, value: String?)] = []
    var body: [UInt8]?
    var ignoresRange = false
    var ignoresConditions = false
    var corruptOffset: Int?
    var cut: (after: Int, abruptly: Bool)?
    var stall: Int?
    var trickle: Duration?
    var length = Length.right
    var isChunked = false
    var raw: [UInt8]?
    var closesBeforeAnswer = false
    var isEarly = false
    var isEndless = false
    /// The requests that are answered as they should be.
    var condition: (@Sendable (FaultServer.Request) -> Bool)?

    /// Answers as it should.
    package static let none = Fault()

    /// This status, a body, and no more; `headers` as `Retry-After` for 503.
    package static func status(_ status: Int, headers: [(String, String)] = [], body: String = "") -> Fault {
        var fault = Fault()
        fault.status = status
        fault.headers = headers.map { ($0.0, $0.1) }
        fault.body = Array(body.utf8)
        return fault
    }

    /// 200 and the whole content, whatever range was asked for.
    package static let ignoringRange = Fault { $0.ignoresRange = true }

    /// Takes no notice of `If-Range`, `If-Match` and `If-None-Match`.
    package static let ignoringConditions = Fault { $0.ignoresConditions = true }

    /// This `Content-Range` in place of the right one.
    package static func contentRange(_ value: String) -> Fault { header("Content-Range", value) }

    /// Sets a field, or leaves it out when the value is nil.
    package static func header(_ name: String, _ value: String?) -> Fault {
        Fault { $0.headers = [(name, value)] }
    }

    /// This tag, quotes included, in place of the right one.
    package static func entityTag(_ value: String) -> Fault { header("ETag", value) }
    package static let noEntityTag = header("ETag", nil)

    /// Sends so many bytes of the body and closes the connection; `abruptly` with a reset.
    package static func cut(after count: Int, abruptly: Bool = false) -> Fault {
        Fault { $0.cut = (count, abruptly) }
    }

    /// Sends so many bytes of the body and waits for `FaultServer.release()`.
    package static func stall(after count: Int) -> Fault { Fault { $0.stall = count } }

    /// Sends the body byte by byte, with this time between two of them.
    package static func trickle(every time: Duration) -> Fault { Fault { $0.trickle = time } }

    /// Closes the connection when the request has come, with no answer.
    package static let closing = Fault { $0.closesBeforeAnswer = true }

    /// Answers before it has the body of the request.
    package static let early = Fault { $0.isEarly = true }

    /// Sends on to another place.
    package static func redirect(to location: String, status: Int = 302) -> Fault {
        .status(status, headers: [("Location", location)])
    }

    /// Flips a bit of the byte at this offset of the content.
    package static func corrupt(at offset: Int) -> Fault { Fault { $0.corruptOffset = offset } }

    /// 200 with another body, as a captive portal gives.
    package static func body(_ text: String, contentType: String = "text/html") -> Fault {
        Fault {
            $0.status = 200
            $0.body = Array(text.utf8)
            $0.headers = [("Content-Type", contentType), ("ETag", nil)]
        }
    }

    /// These values of `Content-Length`, one field each; none for an empty list, and then the end of the connection
    /// is the end of the body.
    package static func contentLength(_ values: String...) -> Fault {
        Fault { $0.length = values.isEmpty ? .missing : .text(values) }
    }

    /// Sends the body in chunks, with no length.
    package static let chunked = Fault { $0.isChunked = true }

    /// Sends zeros without end and without a length.
    package static let endless = Fault {
        $0.isEndless = true
        $0.length = .missing
    }

    /// These bytes in place of an answer, then the end of the connection.
    package static func raw(_ text: String) -> Fault { Fault { $0.raw = Array(text.utf8) } }

    /// Nothing is wrong when the request has this field, as one that says who asks.
    package func unless(_ name: String, _ value: String) -> Fault {
        unless { $0[name] == value }
    }

    /// Nothing is wrong when the request is right.
    package func unless(_ isRight: @escaping @Sendable (FaultServer.Request) -> Bool) -> Fault {
        var fault = self
        fault.condition = isRight
        return fault
    }

    /// Both faults; where they contradict each other, the other one counts.
    package func and(_ other: Fault) -> Fault {
        var fault = self
        fault.status = other.status ?? status
        fault.headers = headers + other.headers
        fault.body = other.body ?? body
        fault.ignoresRange = ignoresRange || other.ignoresRange
        fault.ignoresConditions = ignoresConditions || other.ignoresConditions
        fault.corruptOffset = other.corruptOffset ?? corruptOffset
        fault.cut = other.cut ?? cut
        fault.stall = other.stall ?? stall
        fault.trickle = other.trickle ?? trickle
        if case .right = other.length {} else { fault.length = other.length }
        fault.isChunked = isChunked || other.isChunked
        fault.raw = other.raw ?? raw
        fault.closesBeforeAnswer = closesBeforeAnswer || other.closesBeforeAnswer
        fault.isEarly = isEarly || other.isEarly
        fault.isEndless = isEndless || other.isEndless
        fault.condition = other.condition ?? condition
        return fault
    }

    private init() {}

    private init(_ change: (inout Fault) -> Void) { change(&self) }
}
