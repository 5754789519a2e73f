// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// How a task of a session has ended.
struct SessionEnding: Codable, Equatable, Sendable {
    /// nil when no server has answered.
    var answer: SessionAnswer?
    /// Of the file that goes to the server.
    var sentBytes: Int64 = 0
    /// Bytes that were to go to the server; nil where nothing was.
    var bodySize: Int64?
    /// Of what has come.
    var size: Int64 = 0
    /// nil when it has ended well.
    var failure: FileFailure?
    /// By which another download goes on with what has come; nil where nothing is kept.
    var resumeID: String?
    /// When it has ended (seconds since 1970).
    var endedAt: Double?
    /// How often its app has been woken for it.
    var wakes: Int?
}
