// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What has come back from a server.
struct ServerAnswer: Sendable {
    let status: Int
    let body: [UInt8]
    /// The seconds of `Retry-After`; nil where it is a date, and the usual pauses are made.
    let retryAfter: Double?
    let entityTag: String?

    var isSuccess: Bool { (200..<300).contains(status) }

    init(status: Int, body: [UInt8], retryAfter field: String?, entityTag: String?) {
        self.status = status
        self.body = body
        self.entityTag = entityTag.map(UploadPart.plain)
        retryAfter = field.flatMap(Double.init).flatMap { $0.isFinite ? max(0, $0) : nil }
    }

    func refusal(of request: String) -> APIRefusal {
        APIRefusal(status: status, problems: APIDocument.problems(body), request: request, retryAfter: retryAfter)
    }
}
