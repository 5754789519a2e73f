// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BackgroundTasks
internal import Dispatch
internal import Foundation
internal import Glibc
internal import ServiceClient
internal import Synchronization

/// Whether an app is in front. Nothing is shown of it: it is, from its beginning until it is told to end.
enum AppLife {
    /// An app that the service has started is opened by nobody.
    private static let current = Mutex(
        ProcessInfo.processInfo.environment["BACKGROUND_ASSETS_BACKGROUND_LAUNCH"] == nil
            ? ScenePhase.active : .background)

    static var phase: ScenePhase { current.withLock { $0 } }

    /// By which a person, or the service, has it end.
    private static let endings = [SIGTERM, SIGINT, SIGHUP]
    @MainActor private static var sources: [any DispatchSourceSignal] = []
    private static let queue = DispatchQueue(label: "app-life", qos: .userInitiated)

    /// Tells the app, when it is to end, that it is in front no more, and ends it then. What has it end after this returns is noticed.
    ///
    /// - `changes`: what depends on that, as it is when it is called.
    @MainActor static func watch(_ changes: @escaping @MainActor () -> ValueChanges) {
        guard phase != .background else { return }
        let registered = DispatchSemaphore(value: 0)
        for number in endings {
            // One that is ignored, as `nohup` has it, ends nothing.
            var before = sigaction()
            sigaction(number, nil, &before)
            let isIgnored =
                unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self)
                == unsafeBitCast(SIG_IGN, to: Int.self)
            guard !isIgnored else { continue }
            // Until Dispatch has its own handler there, the signal ends the process as it did before.
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setRegistrationHandler { @Sendable in registered.signal() }
            source.setEventHandler { @Sendable in
                DispatchQueue.main.async { MainActor.assumeIsolated { end(number, changes) } }
            }
            source.resume()
            sources.append(source)
        }
        for _ in sources { registered.wait() }
    }

    @MainActor private static func end(_ number: Int32, _ changes: @MainActor () -> ValueChanges) {
        for next in [ScenePhase.inactive, .background] where next < phase {
            let before = changes()
            current.withLock { $0 = next }
            changes().tell(before: before)
        }
        TaskActions.settle()
        PrintedLines.flush()
        // It ends as it would have.
        signal(number, SIG_DFL)
        raise(number)
    }
}
