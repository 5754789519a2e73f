// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import SystemSupport

/// Starts the service for a client, and remembers the last one: what it ended with is the reason why nobody answers, also
/// when it has accepted a connection before.
final class ServiceStarter: Sendable {
    /// A service that was just started may find one that is about to end, and leave it the field.
    private static let restartInterval = Duration.seconds(2)
    /// What one says that has lived longer is not why it could not start.
    private static let longestStart = ServiceConnector.startTimeout

    private let launcher: ServiceLauncher
    private let last = Mutex<LaunchedService?>(nil)
    /// The executable of the service that answered last.
    private let known = Mutex<String?>(nil)

    init(launcher: ServiceLauncher) { self.launcher = launcher }

    /// The executable that was started last.
    var executable: String? { last.withLock { $0?.executable } }

    /// Nobody answers: starts the service, unless the last one may still be on its way.
    ///
    /// - Throws: `serviceFailed` when the last one could not start; the next call starts another one.
    func startIfDue() throws(ServiceClientError) {
        try last.withLock { last throws(ServiceClientError) in
            if let service = last {
                let age = service.began.duration(to: .now)
                if case .ended(let said?) = service.fate, age < Self.longestStart {
                    last = nil
                    throw .serviceFailed(executable: service.executable, reason: said)
                }
                if age < Self.restartInterval { return }
            }
            last = try launcher.start(orElse: known.withLock { $0 })
        }
    }

    /// A connection was lost before it was of any use: the reason, when the service that was started last is about to end
    /// for one. Blocks while it does.
    func reason() -> ServiceClientError? {
        guard let service = last.withLock({ $0 }), service.began.duration(to: .now) < Self.longestStart,
            case .ended(let said?) = service.fate(within: Self.restartInterval)
        else { return nil }
        return .serviceFailed(executable: service.executable, reason: said)
    }

    /// A process of this user's answers as the service. (Of a socket that systemd made, the peer is systemd.)
    func noteService(processID: Int32) {
        guard var path = LinkTarget(of: "/proc/\(processID)/exe")?.text else { return }
        // What it was started from has been replaced since: another one lies there now.
        let mark = " (deleted)"
        if path.hasSuffix(mark) { path.removeLast(mark.count) }
        if path.hasSuffix("/" + ServiceLauncher.executableName) { known.withLock { $0 = path } }
    }

    /// The service answers: what it says from now on is no reason why it did not start.
    func succeeded() { last.withLock { $0 = nil } }
}
