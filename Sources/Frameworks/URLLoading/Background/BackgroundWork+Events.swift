// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import ServiceInterface

// What the service tells of a task, and how it ends.
extension BackgroundWork {
    func noteProgress(_ event: SessionEvent) {
        guard let session = background.listener(for: self) else { return }
        let told = withState { state -> (delivery: SessionDelivery, before: Count, count: Count, isResumed: Bool)? in
            guard !state.hasEnded, let task = state.task else { return nil }
            // The first that is told of a download that goes on is what there was before.
            let isResumed = resumeID != nil && state.count.received == 0 && event.receivedBytes > 0
            if isResumed { state.count.received = event.receivedBytes }
            let before = state.count
            state.count.sent = event.sentBytes
            state.count.received = event.receivedBytes
            state.count.toReceive = event.totalBytes ?? before.toReceive
            return (SessionDelivery(task, session), before, state.count, isResumed)
        }
        // Not behind the lock: a queue of the app's may look at the task as soon as it has something to do.
        guard let (delivery, before, count, isResumed) = told else { return }
        count.show(in: delivery.task.progress, of: kind)
        if withState({ $0.hasEnded }) { finish(delivery.task.progress) }
        if isResumed { delivery.resumed(at: event.receivedBytes, of: count.toReceive) }
        delivery.progress(from: before, to: count)
    }

    func noteAnswer(_ event: SessionEvent) {
        guard let answer = event.answer else { return }
        withState { state in
            guard !state.hasEnded else { return }
            state.response = HTTPURLResponse(answer)
            state.finalURL = URL(string: answer.url)
        }
    }

    func noteWaiting() {
        guard let session = background.listener(for: self) else { return }
        // Once, however often its server is asked again.
        let task = withState { state -> (any BackgroundTask)? in
            guard !state.hasEnded, !state.isKnownToWait, let task = state.task else { return nil }
            state.isKnownToWait = true
            return task
        }
        if let task { SessionDelivery(task, session).waiting() }
    }

    /// Has a delegate answer what a server asks.
    func ask(_ challenge: Challenge, in session: URLSession, answer: @escaping @Sendable (ChallengeReply) -> Void) {
        let address = originalRequest?.url?.absoluteString ?? ""
        guard let task = withState({ $0.hasEnded ? nil : $0.task }),
            let asked = URLAuthenticationChallenge.make(challenge, address: address)
        else { return answer(ChallengeReply(.performDefaultHandling)) }
        SessionDelivery(task, session).ask(asked, answer)
    }

    /// The service has told its end.
    func end(_ event: SessionEvent, in session: URLSession) {
        let resumeData = event.resumeID.flatMap { Resumption(id: $0, of: originalRequest).data }
        let error = event.failure.map { URLError($0, url: originalRequest?.url, resumeData: resumeData) }
        let response = event.answer.flatMap { HTTPURLResponse($0) }
        let next = withState { state -> Ending in
            // The service tells it once more to a process that comes back, which may not have come to it: until then its file stays. And who
            // has cancelled it is told with what it can go on by.
            guard !state.hasEnded, !(state.isKeeping && event.failure?.cause == .cancelled) else { return .isTold }
            guard let task = state.task else { return .isNobodys }
            let before = state.count
            (state.hasEnded, state.isAdded) = (true, true)
            (state.status, state.error) = (.completed, error)
            state.response = response ?? state.response
            state.finalURL = event.answer.flatMap { URL(string: $0.url) } ?? state.finalURL
            state.count.sent = event.sentBytes
            state.count.received = event.receivedBytes
            state.count.toReceive = event.totalBytes ?? state.count.toReceive
            defer { state.handler = nil }
            return .tell(task, state.handler, before: before)
        }
        let (task, handler, before): (any BackgroundTask, Handler?, Count)
        switch next {
        case .tell(let itsTask, let itsHandler, let count): (task, handler, before) = (itsTask, itsHandler, count)
        case .isTold: return
        case .isNobodys: return background.conclude(self)
        }
        if let response, let session = self.session { session.configuration.takeCookies(of: response) }
        finish(task.progress)
        let delivery = SessionDelivery(task, session)
        if error == nil { delivery.progress(from: before, to: count) }
        delivery.end(
            handler, response, path: event.path.map { URL(fileURLWithPath: $0) }, error
        ) { [self] in background.conclude(self) }
    }

    /// What has ended has nothing left to do, however it has ended.
    private func finish(_ progress: Progress) {
        count.show(in: progress, of: kind)
        if progress.totalUnitCount <= 0 { progress.totalUnitCount = 1 }
        progress.completedUnitCount = progress.totalUnitCount
    }

    /// It has ended here, whatever the service says of it.
    func fail(_ error: any Error) {
        let error = (error as? URLError)?.failing(at: currentRequest?.url) ?? error
        let listener = background.teller(for: self)
        let ends = withState { state -> ((any BackgroundTask)?, Handler?)? in
            guard !state.hasEnded else { return nil }
            state.hasEnded = true
            (state.status, state.error) = (.completed, error)
            defer { state.handler = nil }
            return (state.task, state.handler)
        }
        guard let (task, handler) = ends, let task, let listener else {
            if ends != nil { background.conclude(self) }
            return
        }
        finish(task.progress)
        SessionDelivery(task, listener).end(handler, response, path: nil, error) { [self] in
            background.conclude(self)
        }
    }
}
