// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
package import Hummingbird
internal import NIOCore
package import ToolSupport

/// A line a request: method, path, status, range, bytes sent, time, client.
package struct RequestLog: Sendable {
    private let console: Console

    package init(_ console: Console) { self.console = console }

    /// The same response, with its line written when its body has been sent or cut.
    package func following(
        _ response: Response, to request: Request, from client: String, start: ContinuousClock.Instant
    ) -> Response {
        let path = PrintableText.of(Substring(request.uri.string.unicodeScalars.prefix(512)))
        let line = Line(
            head: "\(request.method.rawValue) \(path) \(response.status.code)",
            range: response.headers[.contentRange].map { " " + $0 } ?? "", client: client, start: start)
        let body = response.body
        guard body.contentLength != 0 else {
            console.note(line.text(sent: 0))
            return response
        }
        var response = response
        response.body = ResponseBody(contentLength: body.contentLength) { [console] writer in
            let counter = ByteCounter()
            do {
                try await body.write(CountingWriter(base: writer, counter: counter))
                console.note(line.text(sent: counter.count))
            } catch {
                console.note(line.text(sent: counter.count, cutOff: error))
                throw error
            }
        }
        return response
    }

    private struct Line {
        let head: String
        let range: String
        let client: String
        let start: ContinuousClock.Instant

        private static func reason(_ error: any Error) -> String {
            switch error {
            case is CancellationError, ChannelError.ioOnClosedChannel: "the connection was closed"
            default: "\(error)"
            }
        }

        func text(sent: Int64, cutOff: (any Error)? = nil) -> String {
            let time = ContinuousClock.now - start
            return
                "\(head)\(range)  \(Quantity.bytes(sent))\(cutOff.map { " and then cut off: " + Self.reason($0) } ?? "")"
                + "  \(Int(Quantity.seconds(time) * 1000)) ms  \(client)"
        }
    }
}
