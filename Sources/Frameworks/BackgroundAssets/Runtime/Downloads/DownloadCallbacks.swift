// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import FoundationNetworking
internal import ServiceClient
internal import ServiceInterface
internal import Synchronization
internal import URLLoading

/// Brings what happens to downloads to the delegate of this process, one thing after the other, and tells the service which
/// ends the delegate has taken.
///
/// An end is taken once: when the service tells of it again, because it has not heard that it was taken, it hears so.
final class DownloadCallbacks: Sendable {
    /// As Foundation says it: NSURLSessionTransferSizeUnknown.
    private static let unknownSize: Int64 = -1
    /// Ends that are remembered.
    private static let largestCount = 1_024

    private struct State {
        weak var delegate: (any BADownloadManagerDelegate)?
        /// The ends that were taken, oldest first.
        var taken: [Int64] = []
    }

    /// All callbacks of this process come on it.
    let queue = DispatchQueue(label: "BackgroundAssets.callbacks")
    /// Methods of a delegate that answer in their own time are among the callbacks, and leave the queue to others meanwhile.
    private let executor: QueueExecutor
    private let answers = DispatchQueue(label: "BackgroundAssets.answers")
    private let identity: AppIdentity
    // The delegate is the app's object: what it does on its own threads is its business.
    private let state = Mutex(UncheckedState())
    private let follower = Mutex<DownloadFollower?>(nil)

    /// @unchecked Sendable: the delegate is handed out as it was handed in; calls to it come on `queue` only.
    private struct UncheckedState: @unchecked Sendable { var state = State() }

    init(identity: AppIdentity) {
        self.identity = identity
        executor = QueueExecutor(queue)
    }

    var delegate: (any BADownloadManagerDelegate)? {
        get { state.withLock { UncheckedDelegate(delegate: $0.state.delegate) }.delegate }
        set {
            let value = UncheckedDelegate(delegate: newValue)
            // Whether somebody follows is decided with who it is. (The one before is let go of outside of the lock.)
            _ = follower.withLock { follower -> UncheckedDelegate in
                let previous = state.withLock { state in
                    defer { state.state.delegate = value.delegate }
                    return UncheckedDelegate(delegate: state.state.delegate)
                }
                let started = follower ?? DownloadFollower(identity: identity) { [weak self] in self?.take($0) }
                follower = started
                // Another one may take what the one before it has declined: the service learns of it as of a new follower.
                let isAnother = previous.delegate.map { $0 !== value.delegate } ?? false
                if value.delegate == nil || isAnother { started.stop() }
                if value.delegate != nil { started.start() }
                return previous
            }
        }
    }

    /// Follows no more if the delegate was let go of, and no other one has come since.
    private func stopIfAbandoned() {
        _ = follower.withLock { follower -> UncheckedDelegate in
            let current = UncheckedDelegate(delegate: delegate)
            if current.delegate == nil { follower?.stop() }
            return current
        }
    }

    /// @unchecked Sendable: it only leaves the lock with it.
    private struct UncheckedDelegate: @unchecked Sendable { let delegate: (any BADownloadManagerDelegate)? }

    /// Waits until the delegate, if there is one, is told what begins from then on. Blocks.
    func waitUntilSettled() { follower.withLock { $0 }?.waitUntilSettled() }

    private func take(_ event: FileEvent) { queue.async { [self] in bring(event) } }

    private func bring(_ event: FileEvent) {
        guard let file = event.file else { return }
        guard let delegate else {
            // It was let go of: nobody is there.
            if event.isEnding { conclude(event.id, isTaken: false) }
            if let challenge = event.challenge { answer(challenge.id, ChallengeReply(.declined)) }
            return stopIfAbandoned()
        }
        switch event.kind {
        case .subscribed, .unknown: break
        case .began: delegate.downloadDidBegin(.make(file, state: .downloading))
        case .paused: delegate.downloadDidPause(.make(file, state: .waiting))
        case .downloading:
            delegate.download(
                .make(file, state: .downloading), didWriteBytes: event.bytesWritten,
                totalBytesWritten: event.completedBytes,
                totalBytesExpectedToWrite: event.totalBytes ?? Self.unknownSize)
        case .challenged: if let challenge = event.challenge { ask(challenge, about: file, delegate) }
        case .finished, .failed: end(event, of: file, delegate)
        }
    }

    private func end(_ event: FileEvent, of file: FileDownload, _ delegate: any BADownloadManagerDelegate) {
        if state.withLock({ $0.state.taken.contains(event.id) }) { return conclude(event.id, isTaken: true) }
        let isTaken = OptionalMethods.isOwn(event.kind == .finished ? .finished : .failed, of: delegate) {
            if event.kind == .finished {
                delegate.download(
                    .make(file, state: .finished), finishedWithFileURL: URL(fileURLWithPath: event.path ?? "/"))
            } else {
                let failure = event.failure ?? FileFailure(cause: .unknown, message: "the download has failed")
                delegate.download(
                    .make(file, state: .failed),
                    failedWithError: DownloadFailure.error(failure, address: URL(string: file.request.url)))
            }
        }
        if isTaken {
            state.withLock { state in
                state.state.taken.append(event.id)
                if state.state.taken.count > Self.largestCount { state.state.taken.removeFirst() }
            }
        }
        conclude(event.id, isTaken: isTaken)
    }

    private func ask(_ challenge: Challenge, about file: FileDownload, _ delegate: any BADownloadManagerDelegate) {
        let question = DelegateChallenge(on: executor) { [weak self] in self?.answer(challenge.id, $0) }
        guard let asked = URLAuthenticationChallenge.make(challenge, address: file.request.url) else {
            return answer(challenge.id, ChallengeReply(.declined))
        }
        question.ask(delegate, about: .make(file, state: .downloading), asked)
    }

    /// Answers on a queue of its own: a handler may do so while it keeps the one for callbacks busy.
    private func answer(_ id: String, _ reply: ChallengeReply) {
        answers.async { [identity] in
            do throws(ServiceClientError) {
                _ = try identity.service.callBlocking(FilesInterface.AnswerChallenge(id: id, reply: reply))
            } catch {
                // It asks again when it is there again.
                if !error.isTransient { Diagnostics.report("a challenge could not be answered: \(error)") }
            }
        }
    }

    private func conclude(_ eventID: Int64, isTaken: Bool) {
        do throws(ServiceClientError) {
            _ = try identity.service.callBlocking(FilesInterface.Conclude(eventID: eventID, taken: isTaken))
        } catch {
            // It tells of the end again when it is there again.
            if !error.isTransient { Diagnostics.report("that the end of a download was taken is not known: \(error)") }
        }
    }
}
