// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Foundation
internal import Glibc
package import Logging
internal import MessageBus
internal import Synchronization
package import SystemSupport

/// Has the notification server of a desktop show notifications, and hears what a person does with them: on a thread of its own, which
/// begins with the first notification.
package final class NotificationServer: Sendable {
    /// Microseconds that a server may take to begin, and to answer.
    private static let patience: UInt64 = 3_000_000

    private enum Command {
        case show(DesktopNotification, String, CheckedContinuation<ShownNumber?, Never>)
        case close(String)
        /// Hears of what is shown already.
        case listen(CheckedContinuation<Void, Never>)
    }

    private struct State {
        var shown: ShownNotifications
        var commands: [Command] = []
        var isStarted = false
        var isStopped = false
    }

    private let address: String?
    private let logger: Logger
    private let heard: @Sendable (NotificationSignal) -> Void
    private let state: Mutex<State>
    /// Becomes readable when there is something to be done.
    private let waking: OwnedDescriptor
    private let waker: OwnedDescriptor

    /// - `address`: of the session bus; nil where there is none.
    /// - `shown`: what a server shows already, by its numbers: what this program has had shown when it ran before.
    /// - `server`: which server that is: where another one is by now, these are none of its.
    /// - `heard`: called on the thread.
    package init(
        address: String?, showing shown: [UInt32: String] = [:], by server: String? = nil, logger: Logger,
        heard: @escaping @Sendable (NotificationSignal) -> Void
    ) throws(SystemError) {
        self.address = address
        state = Mutex(State(shown: ShownNotifications(shown, by: server)))
        self.logger = logger
        self.heard = heard
        var ends: [Int32] = [-1, -1]
        try retrying("make", "a pipe") { ba_pipe(&ends) }
        waking = OwnedDescriptor(taking: ends[0])
        waker = OwnedDescriptor(taking: ends[1])
    }

    /// Listens for what becomes of the notifications that are shown already, if there are any: returns when it does.
    package func start() async {
        guard state.withLock({ !$0.shown.names.isEmpty }) else { return }
        await withCheckedContinuation { continuation in
            if !enqueue([.listen(continuation)]) { continuation.resume() }
        }
    }

    /// Shows a notification, in the place of one by the same name.
    ///
    /// - Returns: the server, and its number; nil where there is no server, or it does not do.
    package func show(_ notification: DesktopNotification, as name: String) async -> ShownNumber? {
        await withCheckedContinuation { continuation in
            if !enqueue([.show(notification, name, continuation)]) { continuation.resume(returning: nil) }
        }
    }

    /// Takes a notification away: nobody is told of that.
    package func close(_ name: String) { _ = enqueue([.close(name)]) }

    /// Shows nothing more. What is shown stays.
    package func stop() {
        state.withLock { $0.isStopped = true }
        wake()
    }

    /// - Returns: false where there is nobody to do it.
    private func enqueue(_ commands: [Command]) -> Bool {
        guard address != nil else { return false }
        let (isTaken, begins) = state.withLock { state in
            guard !state.isStopped else { return (false, false) }
            state.commands += commands
            defer { state.isStarted = true }
            return (true, !state.isStarted)
        }
        if begins {
            let thread = Thread { [self] in run() }
            thread.name = "notifications"
            thread.stackSize = 256 << 10
            thread.start()
        } else if isTaken {
            wake()
        }
        return isTaken
    }

    private func wake() {
        // A pipe that is full wakes, too.
        _ = write(waker.rawValue, [0], 1)
    }

    // MARK: The thread

    private func run() {
        var link: BusConnection?
        while true {
            let (commands, isStopped) = state.withLock { state in
                defer { state.commands = [] }
                return (state.commands, state.isStopped)
            }
            for command in commands { perform(command, isStopped, &link) }
            if isStopped { return }
            process(&link)
            wait(for: link)
        }
    }

    private func listen(_ link: inout BusConnection?) {
        guard link == nil else { return }
        do throws(SystemError) { link = try open() } catch {
            logger.debug("what became of notifications is not known: \(error)")
            lose(&link)
        }
    }

    private func perform(_ command: Command, _ isStopped: Bool, _ link: inout BusConnection?) {
        switch command {
        case .show(let notification, let name, let continuation):
            continuation.resume(returning: isStopped ? nil : show(notification, as: name, &link))
        case .listen(let continuation):
            if !isStopped { listen(&link) }
            continuation.resume()
        case .close(let name):
            let number = state.withLock { state in
                let number = state.shown.number(of: name)
                if let number { state.shown.forget(number) }
                return number
            }
            guard let number else { return }
            do throws(SystemError) { try link?.closeNotification(number) } catch {
                logger.debug("the notification server is gone: \(error)")
                lose(&link)
            }
        }
    }

    private func show(
        _ notification: DesktopNotification, as name: String, _ link: inout BusConnection?
    ) -> ShownNumber? {
        // One that has just been lost may be back.
        for isLast in [false, true] {
            do throws(SystemError) {
                let bus: BusConnection
                if let link { bus = link } else { bus = try open() }
                link = bus
                // Another server may be able to do something else.
                let it = notification.fitted(to: try bus.notificationCapabilities())
                let number = try bus.notify(
                    [it.application, it.summary, it.body, it.desktopEntry ?? "", it.image ?? ""]
                        + it.actions.flatMap { [$0.id, $0.title] }, urgency: it.urgency.rawValue,
                    isSilent: it.isSilent, replacing: state.withLock { $0.shown.number(of: name) } ?? 0)
                // One that the bus has started for this, or that has just come, has its name by now.
                let server = try bus.notificationServer()
                let gone = state.withLock { state in
                    defer { state.shown.show(name, as: number) }
                    return state.shown.noteServer(server)
                }
                if let gone { heard(gone) }
                return ShownNumber(number, of: server)
            } catch {
                // A server that is only slow shows it yet, and what it shows is there still: it is not asked twice.
                if BusConnection.isLost(error) {
                    link = nil
                    if !isLast { continue }
                    lose(&link)
                }
                logger.notice("a notification of \(notification.application) is not shown: \(error)")
                return nil
            }
        }
        return nil
    }

    private func open() throws(SystemError) -> BusConnection {
        let bus = try BusConnection(to: address ?? "", patience: Self.patience)
        try bus.hearNotifications { [self] member, id, number, text in
            let signal = state.withLock { $0.shown.take(member, id: id, number: number, text: text) }
            if let signal { heard(signal) }
        }
        // Heard of from here on when it is another one.
        let server = try bus.notificationServer()
        if let gone = state.withLock({ $0.shown.noteServer(server) }) { heard(gone) }
        return bus
    }

    private func lose(_ link: inout BusConnection?) {
        link = nil
        if let gone = state.withLock({ $0.shown.noteServer(nil) }) { heard(gone) }
    }

    private func process(_ link: inout BusConnection?) {
        do throws(SystemError) { try link?.process() } catch {
            logger.debug("the notification server is gone: \(error)")
            lose(&link)
        }
    }

    private func wait(for link: BusConnection?) {
        var waiting = [pollfd(fd: waking.rawValue, events: Int16(POLLIN), revents: 0)]
        if let link { waiting.append(link.waiting) }
        // What a call has read meanwhile is no event of the descriptor.
        guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 64)
        if waiting[0].revents != 0 { _ = read(waking.rawValue, &bytes, bytes.count) }
    }
}
