// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import ServiceInterface
internal import SystemSupport
internal import Varlink

/// Makes connections to the service of one root, and the service too when none runs. Everything here blocks.
struct ServiceConnector: Sendable {
    /// How long a service may take from its start to its first answer.
    static let startTimeout = Duration.seconds(10)
    private static let firstPause = Duration.milliseconds(2)
    private static let longestPause = Duration.milliseconds(200)

    let location: ServiceLocation
    /// nil: the service is not started from here.
    let starter: ServiceStarter?
    let role: ServiceClient.Role

    /// A new connection, and what the service said to its Hello. It throws when none runs that it may not start.
    func connect(
        _ start: ServiceStart
    ) throws(ServiceClientError) -> (VarlinkConnection, AppsInterface.Hello.Reply?) {
        try checkFolder(creating: start == .always)
        let clock = ContinuousClock()
        let deadline = clock.now + Self.startTimeout
        var pause = Self.firstPause
        var hasStarted = false
        while true {
            let descriptor = ba_connect_unix(location.socketPath)
            let code = descriptor < 0 ? errno : 0
            switch code {
            case 0:
                let connection = VarlinkConnection(descriptor: OwnedDescriptor(taking: descriptor))
                do throws(ServiceClientError) {
                    return (connection, try introduce(connection))
                } catch {
                    // Else it ended between accepting and answering, or is about to.
                    guard error.isLostConnection else { throw error }
                }
            case ENOENT, ECONNREFUSED:
                guard start == .always || start == .afterCrash && (code == ECONNREFUSED || hasStarted), let starter
                else { throw .serviceNotRunning(socket: location.socketPath) }
                try starter.startIfDue()
                hasStarted = true
            case EAGAIN:
                // Its queue of connections is full.
                break
            default:
                do throws(SystemError) {
                    _ = try OwnedDescriptor(checking: descriptor, "connect to", location.socketPath)
                } catch { throw .system(error) }
            }
            guard clock.now < deadline else {
                throw .serviceDidNotStart(
                    executable: starter?.executable ?? ServiceLauncher.executableName, socket: location.socketPath,
                    log: location.logPath)
            }
            Self.sleep(pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }

    /// Checks the peer, and says who we are when we are an app.
    private func introduce(
        _ connection: VarlinkConnection
    ) throws(ServiceClientError) -> AppsInterface.Hello.Reply? {
        let peer: PeerCredentials
        do throws(SystemError) { peer = try connection.peer } catch { throw .system(error) }
        guard peer.userID == getuid() else { throw .peerUntrusted(socket: location.socketPath, userID: peer.userID) }
        starter?.noteService(processID: peer.processID)
        let reply = try Self.hello(connection, role: role, root: location.root)
        if reply != nil { starter?.succeeded() }
        return reply
    }

    /// The first call of an app or extension; nil for a tool.
    static func hello(
        _ connection: VarlinkConnection, role: ServiceClient.Role, root: String
    ) throws(ServiceClientError) -> AppsInterface.Hello.Reply? {
        guard case .app(let token, let preferredLanguages, let isInBackground) = role else { return nil }
        let hello = AppsInterface.Hello(
            protocolVersion: ServiceProtocol.version, root: root, token: token, preferredLanguages: preferredLanguages,
            background: isInBackground ? true : nil)
        let reply: AppsInterface.Hello.Reply
        do throws(VarlinkError) {
            reply = try connection.callBlocking(
                AppsInterface.Hello.method, hello, returning: AppsInterface.Hello.Reply.self, timeout: startTimeout)
        } catch { throw ServiceClientError(error) }
        guard reply.root == root else { throw .rootMismatch(expected: root, answered: reply.root) }
        return reply
    }

    /// The folder of the socket must be ours alone: who can write there can pose as the service of another user.
    private func checkFolder(creating: Bool) throws(ServiceClientError) {
        let path = location.runtime
        if creating, FileStatus(path: path) == nil {
            do throws(SystemError) { try Directory.createFolders(path, mode: 0o700) } catch { throw .system(error) }
        }
        guard let status = FileStatus(path: path) else { return }
        guard status.kind == .folder else { throw .folderUntrusted(path: path, reason: "is no folder") }
        guard status.owner == getuid() else {
            throw .folderUntrusted(path: path, reason: "belongs to the user \(status.owner)")
        }
        guard status.permissions & 0o022 == 0 else {
            throw .folderUntrusted(path: path, reason: "can be written to by others")
        }
    }

    static func sleep(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var left = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        var rest = timespec()
        while nanosleep(&left, &rest) != 0, errno == EINTR { left = rest }
    }
}
