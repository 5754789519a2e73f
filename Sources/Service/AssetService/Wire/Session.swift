// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import Synchronization

/// One connection: who is at its other end.
final class Session: Sendable {
    /// On whose behalf calls are made.
    enum Caller: Equatable, Sendable {
        /// A process of the same user that is no app's: tools. It names the app in each call.
        case tool
        case app(bundleID: String)
        /// A downloader extension, on the socket that it inherited.
        case downloaderExtension(bundleID: String)

        var bundleID: String? {
            switch self {
            case .tool: nil
            case .app(let bundleID), .downloaderExtension(let bundleID): bundleID
            }
        }

        var isExtension: Bool { if case .downloaderExtension = self { true } else { false } }
    }

    let id: UInt64
    /// The process that connected, by SO_PEERCRED.
    let processID: Int32
    /// It is an extension that is being asked what to download: its answer is the only way to schedule.
    let isChoosing: Bool
    private let state: Mutex<(caller: Caller, saidHello: Bool)>
    /// Ends when the connection is to: its app has been removed.
    let revocation: AsyncStream<Never>
    private let revoking: AsyncStream<Never>.Continuation

    init(id: UInt64, processID: Int32, caller: Caller, isChoosing: Bool = false) {
        self.isChoosing = isChoosing
        self.id = id
        self.processID = processID
        state = Mutex((caller, false))
        (revocation, revoking) = AsyncStream.makeStream()
    }

    /// Ends the connection: whoever is at its other end speaks for nobody any more.
    func revoke() { revoking.finish() }

    var caller: Caller { state.withLock { $0.caller } }
    /// Whether the process said Hello on this connection: then its app counts as running.
    var saidHello: Bool { state.withLock { $0.saidHello } }

    /// Records who is at the other end, as far as the connection tells.
    func adopt(_ caller: Caller) { state.withLock { $0.caller = caller } }

    /// Records who said Hello.
    func identify(_ caller: Caller) {
        state.withLock { $0 = (caller, true) }
    }

    /// The app that a call is about: the caller's own, or the one that a tool names.
    ///
    /// - Throws: `notAttributed` when an app names another one, or a tool names none.
    func bundleID(named name: String?) throws(ServiceError) -> String {
        if let own = caller.bundleID {
            guard name == nil || name == own else {
                throw ServiceError(
                    .notAttributed, "\(own) may not act for \(name ?? ""): an app's process reaches its own packs only",
                    subject: name)
            }
            return own
        }
        guard let name else {
            throw ServiceError(
                .notAttributed,
                "the service cannot tell which app process \(processID) belongs to: start it by `ba launch ID`, or run "
                    + "it as `ba run --app ID -- COMMAND`")
        }
        return name
    }
}
