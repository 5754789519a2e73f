// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The bytes of an answer, and what happens while they are sent.
struct FaultAnswer: Sendable {
    var head: [UInt8]
    var body: [UInt8]
    var stall: Int?
    var trickle: Duration?
    var cut: (after: Int, abruptly: Bool)?
    var isChunked: Bool
    var isEndless: Bool
    /// Whether the connection ends behind it.
    var closes: Bool

    /// Only these bytes.
    init(raw: [UInt8]) {
        head = raw
        body = []
        isChunked = false
        isEndless = false
        closes = true
    }

    /// The answer to a request for a resource.
    init(to request: FaultServer.Request, for resource: ServedResource, fault: Fault) {
        let fault = fault.condition?(request) ?? false ? Fault.none : fault
        if let raw = fault.raw {
            self.init(raw: raw)
            return
        }
        var headers: [(name: String, value: String)] = [
            ("Content-Type", resource.contentType), ("ETag", resource.entityTag), ("Accept-Ranges", "bytes"),
        ]
        var status = 200
        var content = resource.bytes
        if let offset = fault.corruptOffset, content.indices.contains(offset) { content[offset] ^= 0x20 }
        let tag = fault.headers.last { $0.name == "ETag" }.map(\.value) ?? resource.entityTag
        if let body = fault.body {
            content = body
        } else if !fault.ignoresConditions, let wanted = request["If-None-Match"], wanted == tag {
            status = 304
            content = []
        } else if !fault.ignoresConditions, let wanted = request["If-Match"], wanted != tag, wanted != "*" {
            status = 412
            content = []
        } else if request.method == "GET", !fault.ignoresRange, let field = request.range,
            fault.ignoresConditions || request.ifRange == nil || request.ifRange == tag
        {
            let total = content.count
            switch Self.range(field, size: total) {
            case .whole: break
            case .part(let range):
                status = 206
                headers.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)"))
                content = Array(content[range])
            case .unsatisfiable:
                status = 416
                headers.append(("Content-Range", "bytes */\(total)"))
                content = []
            }
        }
        status = fault.status ?? status
        for (name, value) in fault.headers {
            headers.removeAll { $0.name.lowercased() == name.lowercased() }
            if let value { headers.append((name, value)) }
        }
        self.init(raw: [])
        isChunked = fault.isChunked
        isEndless = fault.isEndless
        closes = fault.isEndless
        if !isChunked, status != 304 {
            switch fault.length {
            case .right: headers.append(("Content-Length", "\(content.count)"))
            case .missing: closes = true
            case .text(let values):
                closes = true
                for value in values { headers.append(("Content-Length", value)) }
            }
        } else if isChunked {
            headers.append(("Transfer-Encoding", "chunked"))
        }
        if closes { headers.append(("Connection", "close")) }
        let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        head = Array("HTTP/1.1 \(status) Fault\r\n\(lines)\r\n".utf8)
        body = request.method == "HEAD" ? [] : content
        stall = fault.stall
        trickle = fault.trickle
        cut = fault.cut
    }

    private enum Wanted { case whole, part(Range<Int>), unsatisfiable }

    /// One range; several are answered with the whole, which is allowed.
    private static func range(_ field: String, size: Int) -> Wanted {
        guard field.hasPrefix("bytes="), !field.contains(",") else { return .whole }
        let parts = field.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return .whole }
        if parts[0].isEmpty {
            guard let count = Int(parts[1]) else { return .whole }
            return count == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - count)..<size)
        }
        guard let first = Int(parts[0]) else { return .whole }
        let last = parts[1].isEmpty ? Int.max : Int(parts[1]) ?? -1
        guard last >= first else { return .whole }
        return first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
    }
}
