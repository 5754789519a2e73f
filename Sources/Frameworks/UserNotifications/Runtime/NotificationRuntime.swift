// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import ServiceClient
internal import ServiceInterface
internal import SystemSupport

/// What connects the notifications of this process with the service.
final class NotificationRuntime: Sendable {
    static let own = NotificationRuntime(environment: ProcessInfo.processInfo.environment)

    /// A delegate, which is not kept.
    private struct State {
        weak var delegate: (any UNUserNotificationCenterDelegate)?
        var isFollowing = false
        var responses = ResponseLedger()
    }

    /// Asks the service, one question after the other: what is asked for first is done first.
    private let questions = DispatchQueue(label: "user-notifications.questions", qos: .utility)
    /// Calls the app with answers. It may wait for another one there.
    private let answers = DispatchQueue(label: "user-notifications.answers", qos: .utility, attributes: .concurrent)
    /// Calls its delegate, with one thing after the other.
    private let events = DispatchQueue(label: "user-notifications.events", qos: .utility)
    private let client: Result<ServiceClient, ServiceClientError>
    private let lock = NSLock()
    // Guarded by the lock: a reference that is not kept has no place in a Mutex.
    private nonisolated(unsafe) var state = State()

    init(environment: [String: String]) {
        do throws(ServiceLocationError) {
            let location = try ServiceLocation(environment: environment)
            client = .success(
                ServiceClient(
                    location: location, role: .app(in: environment),
                    launcher: ServiceLauncher(environment: environment)))
        } catch { client = .failure(.location(error)) }
        PrintedLines.showEach(environment: environment)
        OutstandingCalls.register { [questions] in OutstandingCalls.wait(for: questions, seconds: $0) }
    }

    // MARK: Calls

    private func ask<Method: ServiceMethod>(_ method: Method) -> Result<Method.Reply, any Error> {
        do throws(ServiceClientError) { return .success(try client.get().callBlocking(method)) } catch {
            return .failure(UNError.error(error))
        }
    }

    /// - Throws: `UNError`, or a `CocoaError` when the service does not answer.
    func call<Method: ServiceMethod>(_ method: Method) async throws -> Method.Reply {
        try await withCheckedContinuation { continuation in
            questions.async { [self] in continuation.resume(returning: ask(method)) }
        }.get()
    }

    func call<Method: ServiceMethod>(
        _ method: Method, _ completion: @escaping @Sendable (Result<Method.Reply, any Error>) -> Void
    ) {
        questions.async { [self] in
            let result = ask(method)
            answers.async { completion(result) }
        }
    }

    /// For interfaces without errors.
    ///
    /// - Returns: nil when the service does not answer, which is said.
    func value<Method: ServiceMethod>(_ method: Method) async -> Method.Reply? {
        do { return try await call(method) } catch {
            Self.say("\(error.localizedDescription)")
            return nil
        }
    }

    func value<Method: ServiceMethod>(
        _ method: Method, _ completion: @escaping @Sendable (Method.Reply?) -> Void
    ) {
        call(method) { result in
            if case .failure(let error) = result { Self.say("\(error.localizedDescription)") }
            completion(try? result.get())
        }
    }

    /// Behind all that was asked for before. It is never called from the queue of questions, on which no code of an app runs.
    func callBlocking<Method: ServiceMethod>(_ method: Method) {
        let result = questions.sync { ask(method) }
        if case .failure(let error) = result { Self.say("\(error.localizedDescription)") }
    }

    /// Calls the app where it is called with answers.
    func perform(_ body: @escaping @Sendable () -> Void) { answers.async(execute: body) }

    // MARK: The delegate

    var delegate: (any UNUserNotificationCenterDelegate)? { lock.withLock { state.delegate } }

    func setDelegate(_ delegate: (any UNUserNotificationCenterDelegate)?, of center: UNUserNotificationCenter) {
        let (begins, waiting) = lock.withLock {
            state.delegate = delegate
            guard delegate != nil else { return (false, [NotificationEvent]()) }
            defer { state.isFollowing = true }
            return (!state.isFollowing, state.responses.takeWaiting())
        }
        for event in waiting { events.async { [self] in handle(event, center) } }
        if begins { Thread.detachNewThread { [self] in follow(center) } }
    }

    /// Hears what happens, for as long as the process runs.
    private func follow(_ center: UNUserNotificationCenter) {
        do throws(ServiceClientError) {
            try client.get().followBlocking(NotificationsInterface.Follow()) { event in
                events.async { [self] in handle(event, center) }
            }
        } catch { Self.say("this process is told of no notifications: \(error)") }
    }

    private func handle(_ event: NotificationEvent, _ center: UNUserNotificationCenter) {
        guard let wire = event.request else { return }
        let notification = UNNotification(
            date: Date(timeIntervalSince1970: event.deliveredAt ?? Date().timeIntervalSince1970),
            request: UNNotificationRequest(wire))
        switch event.kind {
        case .presenting:
            guard let delegate else { return present(event.number, [.banner, .list, .sound]) }
            delegate.userNotificationCenter(center, willPresent: notification) { [self] in present(event.number, $0) }
        case .response:
            // At once: one that is set in between would not hear of it.
            let (delegate, step) = lock.withLock {
                let delegate = state.delegate
                return (delegate, state.responses.take(event, hasDelegate: delegate != nil))
            }
            switch step {
            case .wait: return
            case .sayBegun: call(NotificationsInterface.BeginResponse(number: event.number)) { Self.sayFailure($0) }
            case .sayDone: call(NotificationsInterface.TakeResponse(number: event.number)) { Self.sayFailure($0) }
            case .tellDelegate:
                call(NotificationsInterface.BeginResponse(number: event.number)) { Self.sayFailure($0) }
                delegate?.userNotificationCenter(center, didReceive: Self.response(event, notification)) { [self] in
                    lock.withLock { state.responses.finish(event.number) }
                    call(NotificationsInterface.TakeResponse(number: event.number)) { Self.sayFailure($0) }
                }
            }
        case .subscribed, .unknown: return
        }
    }

    private static func response(_ event: NotificationEvent, _ notification: UNNotification) -> UNNotificationResponse {
        let action: String =
            switch event.action {
            case NotificationEvent.dismissAction: UNNotificationDismissActionIdentifier
            case NotificationEvent.defaultAction, nil: UNNotificationDefaultActionIdentifier
            case .some(let own): own
            }
        guard let text = event.text else {
            return UNNotificationResponse(notification: notification, actionIdentifier: action)
        }
        return UNTextInputNotificationResponse(notification: notification, actionIdentifier: action, userText: text)
    }

    private func present(_ number: Int64, _ options: UNNotificationPresentationOptions) {
        let isShown = !options.isDisjoint(with: [.banner, .alert])
        let call = NotificationsInterface.Present(
            number: number, isShown: isShown, isListed: isShown || options.contains(.list),
            isSilent: !options.contains(.sound))
        self.call(call) { Self.sayFailure($0) }
    }

    private static func sayFailure<Value>(_ result: Result<Value, any Error>) {
        if case .failure(let error) = result { say(error.localizedDescription) }
    }

    /// What an interface without errors cannot tell.
    private static func say(_ message: String) {
        StandardError.say("UserNotifications: \(message)")
    }
}
