// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import Synchronization

/// Adds to what another responder answers at once what each answer of a server carries: its name, and the date.
package final class StampedPromptResponder: PromptResponder {
    private let inner: any PromptResponder
    private let server: HTTPField
    private let now: @Sendable () -> Double
    /// That of a second.
    private let date = Mutex<(second: Int64, field: HTTPField)>((-1, HTTPField(name: .date, value: "")))

    /// - `now`: seconds since 1970.
    package init(_ inner: any PromptResponder, server: String, now: @escaping @Sendable () -> Double) {
        self.inner = inner
        self.server = HTTPField(name: .server, value: server)
        self.now = now
    }

    package func promptResponse(to request: PromptRequest) -> PromptResponse? {
        guard var response = inner.promptResponse(to: request) else { return nil }
        response.fields.append(server)
        response.fields.append(date(of: Int64(now())))
        return response
    }

    private func date(of second: Int64) -> HTTPField {
        date.withLock { date in
            if date.second != second { date = (second, HTTPField(name: .date, value: HTTPDate.text(second: second))) }
            return date.field
        }
    }
}
