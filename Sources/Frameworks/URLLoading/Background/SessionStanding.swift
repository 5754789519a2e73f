// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceClient
internal import ServiceInterface
internal import Varlink

/// How one background session of this process stands with the service: a value, which `SessionLink` changes by what it hears, and which
/// whoever waits looks at again when it has changed.
struct SessionStanding: Sendable {
    /// What is known of the session.
    enum Phase: Sendable {
        /// The service has not said whose it is, or is away.
        case unknown
        /// It is this process's.
        case open
        /// It is another process's, which may end.
        case inUse(ServiceClientError)
        /// It is not this process's, for good.
        case refused(ServiceClientError)
        /// Nobody here wants it any more.
        case closed
    }

    /// What a call does that needs the session.
    enum Advice: Sendable {
        case call
        case wait
        /// It has the service be asked again whose the session is, and waits.
        case askAgain
        case fail(ServiceClientError)
    }

    private(set) var phase = Phase.unknown
    /// How many times it was opened.
    private(set) var openings = 0
    /// How often the service has said that it is another process's.
    private(set) var refusals = 0
    /// Somebody waits for the service to be asked again: that does not rest before.
    private(set) var isHastened = false

    var isOpen: Bool { if case .open = phase { true } else { false } }
    var isClosed: Bool { if case .closed = phase { true } else { false } }

    /// Whether nothing comes of a call any more.
    var isGivenUp: Bool {
        switch phase {
        case .refused, .closed: true
        case .unknown, .open, .inUse: false
        }
    }

    /// What a call does.
    ///
    /// - `seen`: the opening in which it has failed; -1 for none.
    /// - `asked`: the refusals that there were when it had the service be asked again; nil when it had not.
    func advice(after seen: Int, asked: Int?) -> Advice {
        switch phase {
        case .open: openings == seen ? .wait : .call
        // A service that was ended on purpose is started again for it.
        case .unknown: asked == nil ? .askAgain : .wait
        case .inUse(let error):
            // The process whose it was may be gone: that is asked once.
            asked == nil ? .askAgain : asked == refusals ? .wait : .fail(error)
        case .refused(let error): .fail(error)
        case .closed: .fail(.cancelled)
        }
    }

    /// The service has said that it is this process's.
    mutating func open() {
        guard !isClosed else { return }
        phase = .open
        openings += 1
    }

    /// What kept it open has ended.
    mutating func lose() { if isOpen { phase = .unknown } }

    /// The service has said that it is not this process's.
    mutating func refuse(_ error: ServiceClientError) {
        guard !isClosed else { return }
        refusals += 1
        phase = error.isSessionInUse ? .inUse(error) : .refused(error)
    }

    /// Nobody here wants it any more.
    mutating func close() { phase = .closed }

    /// Has the service be asked now, though another process had it, or none answered.
    mutating func hasten() {
        switch phase {
        case .inUse, .unknown: isHastened = true
        case .open, .refused, .closed: break
        }
    }

    /// The service is asked again.
    mutating func ask() { isHastened = false }
}

extension ServiceClientError {
    /// Whether another process has the session, which may end.
    var isSessionInUse: Bool { serviceError?.code == .sessionInUse }

    /// Whether what was to be said cannot be: no connection makes that another thing.
    var isOfCaller: Bool {
        guard case .connection(let error) = self else { return false }
        switch error {
        case .malformedMessage, .messageTooLarge, .invalidParameter: return true
        case .connectionClosed, .timedOut, .remote, .system: return false
        }
    }
}
