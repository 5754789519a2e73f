// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import DownloadScheduler
internal import Foundation
internal import ServiceInterface
internal import TransferEngine

/// A request of a session: it stands in the queue or is under way, for one task or for several that ask the same.
struct SessionTransfer: Sendable {
    var record: StoredSessionTransfer
    let request: FileRequest
    let key: SessionKey
    /// Those that want what it brings.
    var tasks: Set<Int64> = []
    var answer: AnswerHead?
    var sentBytes: Int64 = 0
    /// Most bytes that have gone, or come, in any try of this run of the service.
    var furthest: Int64 = 0
    /// The same when room was made for it.
    var madeRoomAt: Int64?
    var silence = TransferSilence()
    /// Its transfer under way.
    var task: Task<Void, Never>?
    /// Which transfer that is: one that was called off may have something to say when another one runs under the same ID.
    var number: UInt64 = 0
    /// It has ended, and nobody wanted it just then.
    var finished: ExchangeAnswer?
    /// What it has brought, or why it has failed, is being told to those that want it: nobody joins them any more.
    var isConcluding = false
    /// All that wants it is held back by the app, or nobody may go on with it for now.
    var isHeld = false
    /// How often its app was woken to say who asks, and has not said it.
    var unansweredWakes = 0
    /// What keeps it from using the network that there is.
    var refusal: DownloadCondition?

    /// Whether what has come waits for a task that goes on with it by its resume data: no other one joins it.
    var isKept: Bool { isHeld && record.keptUntil != nil }

    /// Since when its transfer has brought nothing.
    func silentSince(at now: Double) -> Double? { task == nil ? nil : silence.since(at: now) }

    /// Whether its app wants it later.
    func isEarly(at now: Double) -> Bool { (record.earliestBegin ?? 0) > now }

    /// Whether a file goes to the server.
    var isUpload: Bool { record.uploadSize != nil }

    /// Bytes that go to the server.
    var bodySize: Int64 { record.uploadSize ?? Int64(request.body.count) }

    /// What the queue goes by; nil for what is not to run. What nobody wants any more is not begun, nor tried again; where it is under way it
    /// takes no other's place.
    ///
    /// - `isDiscretionary`: its session wants the system to choose the moment.
    func candidate(isDiscretionary: Bool) -> DownloadCandidate? {
        guard !tasks.isEmpty, finished == nil, !isConcluding, !isHeld, refusal == nil else { return nil }
        return DownloadCandidate(
            id: record.id, bundleID: record.bundleID,
            downloadClass: isDiscretionary || record.createdInBackground ? .background : .foreground,
            priority: record.priority, createdAt: record.createdAt,
            notBefore: [record.nextAttemptAt, record.earliestBegin].compactMap { $0 }.max(),
            failingSince: record.lastCauseSince ?? record.failingSince, lastError: record.lastError,
            obstacle: record.cause?.obstacle)
    }

    /// Whether a task that asks this can have what the transfer brings.
    func answers(_ other: FileRequest) -> Bool { !isUpload && request == other }
}

extension StoredSessionTransfer: FailureRecord {}
