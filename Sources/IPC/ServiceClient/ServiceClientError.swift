// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ServiceInterface
package import SystemSupport
package import Varlink

/// Why a call to the service did not come back with a reply.
package enum ServiceClientError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The service answered with an error.
    case service(ServiceError)
    /// The environment gives a service no place.
    case location(ServiceLocationError)
    /// The folder of the socket is somebody else's, or open to others.
    case folderUntrusted(path: String, reason: String)
    /// The socket is served by another user.
    case peerUntrusted(socket: String, userID: UInt32)
    /// No service runs, and its executable is at none of these places.
    case serviceNotFound(searched: [String])
    /// No service runs, and none was to be started.
    case serviceNotRunning(socket: String)
    /// The service was started, and ended with these words.
    case serviceFailed(executable: String, reason: String)
    /// The service was started, and did not begin to answer.
    case serviceDidNotStart(executable: String, socket: String, log: String)
    /// The service answers for another root.
    case rootMismatch(expected: String, answered: String)
    /// The connection failed, and the call could not be repeated or failed again.
    case connection(VarlinkError)
    /// Inside an extension there is one connection for calls and none for streams.
    case streamsUnavailable
    /// The task of the call was cancelled.
    case cancelled
    /// The system refused an operation.
    case system(SystemError)

    package var description: String {
        switch self {
        case .service(let error):
            error.message
        case .location(let error):
            error.description
        case .folderUntrusted(let path, let reason):
            "the folder \(path) \(reason): it must belong to this user, with no write permission for others"
        case .peerUntrusted(let socket, let userID):
            "\(socket) is served by the user \(userID), not by this one: remove the socket"
        case .serviceNotFound(let searched):
            "no backgroundassetsd runs, and there is none at \(searched.joined(separator: " or ")): install it"
        case .serviceNotRunning(let socket):
            "no backgroundassetsd answers at \(socket)"
        case .serviceFailed(let executable, let reason):
            "\(executable) could not start: \(reason)"
        case .serviceDidNotStart(let executable, let socket, let log):
            "\(executable) was started and does not answer at \(socket): see \(log), or run it by hand to see why"
        case .rootMismatch(let expected, let answered):
            "the service at hand keeps its state in \(answered), and this process expects \(expected): "
                + "give both the same BACKGROUND_ASSETS_ROOT"
        case .connection(let error):
            "the connection to backgroundassetsd failed: \(error)"
        case .streamsUnavailable:
            "events cannot be followed inside of a downloader extension: use the app"
        case .cancelled:
            "the call was cancelled"
        case .system(let error):
            error.description
        }
    }

    /// The service's own error, when it is one.
    package var serviceError: ServiceError? {
        guard case .service(let error) = self else { return nil }
        return error
    }

    /// What a Varlink call ended with, seen by a task that may have been cancelled.
    init(_ error: VarlinkError) {
        if let error = ServiceError(error) { self = .service(error) } else { self = .connection(error) }
    }

    /// Whether a service that is started again makes it go away.
    package var isTransient: Bool {
        switch self {
        case .connection, .serviceDidNotStart, .serviceNotRunning, .cancelled: true
        case .service(let error): error.code == .serviceStopping
        default: false
        }
    }

    /// Whether it may be another answer when the service is asked again later, as with a full disk.
    package var isPassing: Bool {
        switch serviceError?.code {
        case nil, .serviceStopping, .internalError, .outOfSpace: true
        default: false
        }
    }

    /// Whether the connection went away, or the service is about to: the call may be made again on another one.
    var isLostConnection: Bool {
        switch self {
        case .connection(.connectionClosed): true
        case .service(let error): error.code == .serviceStopping
        default: false
        }
    }
}
