// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an app asks of a server through a background URL session.
package struct SessionTask: Codable, Equatable, Sendable {
    package enum Kind: String, OpenEnumeration {
        /// The app wants what the server answers in its memory.
        case data
        /// The app wants it as a file.
        case download
        /// A file goes to the server.
        case upload
        case unknown
    }

    /// The app's own: each of a session has another.
    package var number: Int64
    package var kind: Kind
    package var request: FileRequest
    /// The file that goes to the server, absolute. It may go once the task is known to the service.
    package var uploadPath: String?
    /// Of an earlier download that this one goes on with.
    package var resumeID: String?
    /// Seconds since 1970 before which it does not begin.
    package var earliestBegin: Double?
    /// Bytes that the app thinks go to the server.
    package var expectedToSend: Int64?
    /// Bytes that the app thinks come.
    package var expectedToReceive: Int64?
    /// From 0 to 1: of two of a session the higher one comes first; 0.5 where nothing is said.
    package var priority: Double?
    /// The app's own text.
    package var text: String?
    /// Whether it uses networks that cost money, where its session does; it does when nothing is said.
    package var allowsExpensive: Bool?

    /// Whether another one is the same as far as the server is concerned.
    package func asksSame(as other: SessionTask) -> Bool {
        kind == other.kind && uploadPath == other.uploadPath && resumeID == other.resumeID
            // That of one that goes on is that of the earlier one.
            && (resumeID != nil || request == other.request)
    }

    /// Bytes that it is described with, about: as JSON has them.
    package var size: Int {
        let body = (request.body.count + 2) / 3 * 4
        let headers = request.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
        return 512 + request.url.utf8.count + headers + body + (uploadPath?.utf8.count ?? 0) + (text?.utf8.count ?? 0)
    }

    package init(
        number: Int64, kind: Kind, request: FileRequest, uploadPath: String? = nil, resumeID: String? = nil,
        earliestBegin: Double? = nil, expectedToSend: Int64? = nil, expectedToReceive: Int64? = nil,
        priority: Double? = nil, text: String? = nil, allowsExpensive: Bool? = nil
    ) {
        self.number = number
        self.kind = kind
        self.request = request
        self.uploadPath = uploadPath
        self.resumeID = resumeID
        self.earliestBegin = earliestBegin
        self.expectedToSend = expectedToSend
        self.expectedToReceive = expectedToReceive
        self.priority = priority
        self.text = text
        self.allowsExpensive = allowsExpensive
    }
}
