// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Foundation
internal import Glibc
package import Logging
package import ServiceInterface
internal import Synchronization
internal import SystemSupport
internal import Varlink

/// A running extension: the service calls its entry points, meters it, and ends it. It is never stopped and continued:
/// a cold start is cheap.
package final class ExtensionProcess: Sendable {
    private let launch: ExtensionLaunch
    private let supervisor: ExtensionSupervisor
    private let connection: VarlinkConnection

    private init(launch: ExtensionLaunch, supervisor: ExtensionSupervisor, connection: VarlinkConnection) {
        self.launch = launch
        self.supervisor = supervisor
        self.connection = connection
    }

    /// Starts an extension with its sockets.
    ///
    /// - Returns: the process, and the service's ends of the sockets on which the extension is a client: one for calls,
    ///   and one for each stream. The caller owns them.
    package static func start(
        _ launch: ExtensionLaunch, logger: Logger
    ) async throws(ExtensionError) -> (process: ExtensionProcess, clientSockets: [Int32]) {
        var environment = launch.environment
        environment[ServiceProtocol.extensionSocketsVariable] = "3,4"
        for (index, variable) in ServiceProtocol.extensionStreamVariables.enumerated() {
            environment[variable] = "\(5 + index)"
        }
        let sockets = try sockets(for: launch)
        do throws(ExtensionError) {
            let supervisor = try await ExtensionSupervisor.start(
                launch, environment: environment, descriptors: sockets.theirs, logger: logger)
            let serve = OwnedDescriptor(taking: sockets.ours[0])
            let process = ExtensionProcess(
                launch: launch, supervisor: supervisor,
                connection: VarlinkConnection(descriptor: serve, messageLimit: launch.answerLimit))
            return (process, Array(sockets.ours[1...]))
        } catch {
            for socket in sockets.ours { close(socket) }
            throw error
        }
    }

    /// The two ends of all sockets of an extension, in the order of its descriptors.
    private static func sockets(
        for launch: ExtensionLaunch
    ) throws(ExtensionError) -> (ours: [Int32], theirs: [Int32]) {
        do throws(SystemError) {
            let serve = try SocketPair()
            let call = try SocketPair()
            let stream = try SocketPair()
            let second = try SocketPair()
            let third = try SocketPair()
            return (
                [
                    serve.ours.release(), call.ours.release(), stream.ours.release(), second.ours.release(),
                    third.ours.release(),
                ],
                [
                    serve.theirs.release(), call.theirs.release(), stream.theirs.release(),
                    second.theirs.release(), third.theirs.release(),
                ]
            )
        } catch { throw .cannotStart(extensionID: launch.extensionID, error) }
    }

    /// Two connected sockets: an end that nobody took is closed.
    private struct SocketPair: ~Copyable {
        let ours: OwnedDescriptor
        let theirs: OwnedDescriptor

        init() throws(SystemError) {
            var pair: [Int32] = [-1, -1]
            try retrying("make", "a pair of sockets") { ba_socketpair(&pair) }
            ours = OwnedDescriptor(taking: pair[0])
            theirs = OwnedDescriptor(taking: pair[1])
        }
    }

    /// Calls an entry point. Run time counts from here to its return; when that of the process is used up it is ended.
    package func call<Method: ServiceMethod>(_ method: Method) async throws(ExtensionError) -> Method.Reply {
        guard !connection.hasUnaskedBytes else {
            throw .nonsense(extensionID: launch.extensionID, reason: "it answered a call that was not made")
        }
        supervisor.began(String(Method.method.split(separator: ".").last ?? ""))
        defer { supervisor.returned() }
        do throws(VarlinkError) {
            return try await connection.call(Method.method, method, returning: Method.Reply.self)
        } catch {
            switch error {
            case .connectionClosed, .system, .timedOut:
                // The process is gone or going; how it went is the cause, unless it was this end that hung up.
                // Nothing of its entry point runs from here on.
                supervisor.returned()
                if Task.isCancelled { supervisor.kill() } else { await supervisor.endDisconnected() }
                let cause = await supervisor.cause()
                throw Task.isCancelled ? .calledOff(extensionID: launch.extensionID) : cause
            case .malformedMessage, .invalidParameter, .messageTooLarge, .remote:
                throw .nonsense(extensionID: launch.extensionID, reason: error.description)
            }
        }
    }

    /// Ends the process, and returns when it is gone.
    package func end() async {
        connection.close()
        supervisor.finish()
        await supervisor.waitUntilGone()
    }

    package var processID: Int32 { supervisor.processID }

    /// Seconds that its entry points have run so far.
    package var runTime: Double { supervisor.runTime / .seconds(1) }

    /// Seconds that they may run yet.
    package var runTimeLeft: Double { max(0, launch.runTime - runTime) }
}
