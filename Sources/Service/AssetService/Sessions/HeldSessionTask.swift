// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Foundation
internal import ServiceInterface

/// A task of a session as the service has it.
struct HeldSessionTask: Equatable, Sendable {
    var task: SessionTask
    /// The transfer that brings what it wants; nil when it has ended.
    var transferID: String?
    var isSuspended = false
    /// When it was begun, or gone on with after its app had held it back (seconds since 1970).
    var createdAt: Double
    /// nil while it has not ended.
    var ending: SessionEnding?

    /// How far it is.
    enum Stage: Hashable {
        case underWay
        /// Its app holds it back.
        case suspended
        /// It has ended, and its app was never woken for that.
        case new
        /// Its app has not looked at it, though it was woken, and is woken again.
        case told
        /// The same, and it was woken often enough: it hears of that when it has the session the next time.
        case left
    }

    /// How often an app is woken for one end that it does not look at.
    static let largestWakeCount = 3

    var stage: Stage {
        guard let ending else { return isSuspended ? .suspended : .underWay }
        let wakes = ending.wakes ?? 0
        return wakes == 0 ? .new : wakes < Self.largestWakeCount ? .told : .left
    }

    /// Bytes that it is described with, with what its server has answered beside a file.
    var size: Int { task.size + (ending?.answer?.size ?? 0) }

    init(_ task: SessionTask, transferID: String?, createdAt: Double, ending: SessionEnding? = nil) {
        self.task = task
        self.transferID = transferID
        self.createdAt = createdAt
        self.ending = ending
    }

    /// One that is on record.
    ///
    /// - Returns: nil when it cannot be read.
    init?(_ stored: StoredSessionTask) {
        let decoder = JSONDecoder()
        guard let task = try? decoder.decode(SessionTask.self, from: stored.body) else { return nil }
        self.task = task
        transferID = stored.transferID
        isSuspended = stored.isSuspended
        createdAt = stored.createdAt
        if let ending = stored.ending {
            guard let ending = try? decoder.decode(SessionEnding.self, from: ending) else { return nil }
            self.ending = ending
        }
    }

    func stored(in key: SessionKey) throws -> StoredSessionTask {
        let encoder = JSONEncoder()
        return StoredSessionTask(
            bundleID: key.bundleID, session: key.identifier, number: task.number, body: try encoder.encode(task),
            transferID: transferID, isSuspended: isSuspended, createdAt: createdAt,
            ending: try ending.map(encoder.encode))
    }
}
