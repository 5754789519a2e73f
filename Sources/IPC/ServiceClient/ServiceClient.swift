// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ServiceInterface
internal import Synchronization
package import SystemSupport
package import Varlink

/// Calls the user's service, which it starts when none runs.
///
/// Connections are made when they are needed, and a few idle ones are kept. A connection that is lost is replaced
/// without a word, and its call made again: every call that changes something carries an ID by which the service knows
/// it again.
package final class ServiceClient: Sendable {
    /// As whom the client calls.
    package enum Role: Equatable, Sendable {
        /// A tool of the person's: it says no Hello, and names the app in its calls.
        case tool
        /// An app or extension: each connection begins with Hello.
        ///
        /// - `isInBackground`: the service has started it in the background, and nobody has opened it.
        case app(token: String?, preferredLanguages: [String], isInBackground: Bool = false)

        /// That of an app, by its environment.
        package static func app(in environment: [String: String]) -> Role {
            .app(
                token: environment[ServiceProtocol.launchTokenVariable],
                preferredLanguages: PreferredLanguages.languages(in: environment),
                isInBackground: environment[ServiceProtocol.backgroundLaunchVariable] != nil)
        }
    }

    private static let largestIdleCount = 4

    private struct State {
        var idle: [VarlinkConnection] = []
        var identity: AppsInterface.Hello.Reply?
        var hasSaidHello = false
    }

    package let location: ServiceLocation
    package let role: Role
    private let connector: ServiceConnector
    /// The only connection for calls, inside of an extension.
    private let inherited: VarlinkConnection?
    /// The connections for streams, inside of an extension, that are not in use.
    private let inheritedStreams = Mutex<[VarlinkConnection]>([])
    private let state = Mutex(State())

    /// A client of the service at `location`; without a launcher it uses one that runs, and starts none.
    package init(location: ServiceLocation, role: Role, launcher: ServiceLauncher?) {
        self.location = location
        self.role = role
        connector = ServiceConnector(
            location: location, starter: launcher.map { ServiceStarter(launcher: $0) }, role: role)
        inherited = nil
    }

    /// Uses sockets that are connected to the service already, as an extension inherits them: one for calls, and others
    /// for one stream each, which an older service does not pass. When they are lost, so is the client.
    package init(
        location: ServiceLocation, role: Role, inheriting descriptor: consuming OwnedDescriptor,
        streams: [Int32] = []
    ) {
        self.location = location
        self.role = role
        connector = ServiceConnector(location: location, starter: nil, role: role)
        inherited = VarlinkConnection(descriptor: descriptor)
        let connections = streams.map { VarlinkConnection(descriptor: OwnedDescriptor(taking: $0)) }
        inheritedStreams.withLock { $0 = connections }
    }

    /// A client by the environment, for the tools. `toolFolder` is the folder of the tool's own executable: the service
    /// beside it is preferred.
    package convenience init(
        environment: [String: String], role: Role = .tool, toolFolder: String? = nil
    ) throws(ServiceClientError) {
        let location: ServiceLocation
        do throws(ServiceLocationError) { location = try ServiceLocation(environment: environment) } catch {
            throw .location(error)
        }
        self.init(
            location: location, role: role,
            launcher: ServiceLauncher(environment: environment, toolFolder: toolFolder))
    }

    // MARK: Calls

    /// Calls a method: again after a lost connection when `repeats`, and after a service was started when none runs and
    /// `startsService`.
    package func call<Method: ServiceMethod>(
        _ method: Method, repeats: Bool = true, startsService: Bool = true
    ) async throws(ServiceClientError) -> Method.Reply {
        var attempts = CallAttempts()
        while true {
            let connection = try await checkOut(startsService ? .always : .never, after: attempts.pause)
            let error: ServiceClientError
            do throws(VarlinkError) {
                let reply = try await connection.call(Method.method, method, returning: Method.Reply.self)
                checkIn(connection)
                return reply
            } catch let failure {
                if Task.isCancelled { throw .cancelled }
                error = ServiceClientError(failure)
                if error.isLostConnection { connection.close() } else { checkIn(connection) }
            }
            guard attempts.allowAnother(after: error, repeats: repeats && inherited == nil) else { throw error }
        }
    }

    /// Calls a method and blocks the thread until its reply; needs nothing of Swift's pool.
    package func callBlocking<Method: ServiceMethod>(
        _ method: Method, repeats: Bool = true, startsService: Bool = true
    ) throws(ServiceClientError) -> Method.Reply {
        var attempts = CallAttempts()
        while true {
            let connection = try checkOutBlocking(startsService ? .always : .never, after: attempts.pause)
            let error: ServiceClientError
            do throws(VarlinkError) {
                let reply = try connection.callBlocking(Method.method, method, returning: Method.Reply.self)
                checkIn(connection)
                return reply
            } catch let failure {
                error = ServiceClientError(failure)
                if error.isLostConnection { connection.close() } else { checkIn(connection) }
            }
            guard attempts.allowAnother(after: error, repeats: repeats && inherited == nil) else { throw error }
        }
    }

    /// Calls a method that replies several times, on a connection of its own. It is not made again when that is lost.
    package func stream<Method: ServiceMethod>(
        _ method: Method, startsService: Bool = true
    ) async throws(ServiceClientError) -> ServiceStream<Method.Reply> {
        try await stream(method, as: Method.Reply.self, start: startsService ? .always : .never)
    }

    /// The same with replies of another type, which reads what it wants of them.
    package func stream<Method: ServiceMethod, Reply: Decodable & Sendable>(
        _ method: Method, as type: Reply.Type, start: ServiceStart = .always
    ) async throws(ServiceClientError) -> ServiceStream<Reply> {
        let connection = inherited == nil ? try await checkOut(start) : try streamConnection(start)
        do throws(VarlinkError) {
            return ServiceStream(
                replies: try connection.stream(Method.method, method, returning: type), starter: connector.starter)
        } catch { throw ServiceClientError(error) }
    }

    /// Calls a method that replies several times, on a connection of its own, and hands over the replies on the calling
    /// thread until `body` wants no more. It is not made again when that is lost.
    ///
    /// - `opened`: told the connection, which whoever wants to end it closes.
    package func streamBlocking<Method: ServiceMethod>(
        _ method: Method, start: ServiceStart, opened: (VarlinkConnection) -> Void, _ body: (Method.Reply) -> Bool
    ) throws(ServiceClientError) {
        let connection = try streamConnection(start)
        opened(connection)
        do throws(VarlinkError) {
            try connection.streamBlocking(Method.method, method, returning: Method.Reply.self) { reply in
                connector.starter?.succeeded()
                return body(reply)
            }
        } catch { throw ServiceClientError(error) }
    }

    /// Calls a method that replies several times, and hands over the replies on the calling thread until the last one, on a
    /// connection that serves others before and after. It is called again after a lost connection.
    ///
    /// - `next`: what is called, the first time and again; nil when it need not be any more.
    /// - `body`: false when it wants no more.
    package func repliesBlocking<Method: ServiceMethod>(
        _ next: () -> Method?, _ body: (Method.Reply) -> Bool
    ) throws(ServiceClientError) {
        var attempts = CallAttempts()
        while let method = next() {
            let connection =
                inherited == nil
                ? try checkOutBlocking(.always, after: attempts.pause) : try streamConnection(.always)
            let error: ServiceClientError
            do throws(VarlinkError) {
                try connection.streamBlocking(Method.method, method, returning: Method.Reply.self, body)
                return giveBack(connection)
            } catch let failure {
                error = ServiceClientError(failure)
                if error.isLostConnection { connection.close() } else { giveBack(connection) }
            }
            guard attempts.allowAnother(after: error, repeats: inherited == nil) else { throw error }
        }
    }

    /// Keeps a connection that carried a stream to its end for the next.
    private func giveBack(_ connection: VarlinkConnection) {
        if inherited == nil { return checkIn(connection) }
        if !connection.isClosed { inheritedStreams.withLock { $0.append(connection) } }
    }

    /// Blocks the thread for a while.
    package static func sleep(_ duration: Duration) { ServiceConnector.sleep(duration) }

    /// A connection for a stream alone.
    private func streamConnection(_ start: ServiceStart) throws(ServiceClientError) -> VarlinkConnection {
        guard inherited != nil else { return try connectAlone(start) }
        guard let connection = inheritedStreams.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
            throw .streamsUnavailable
        }
        return connection
    }

    /// What the service said to Hello: who we are. It is asked once.
    package func identity() async throws(ServiceClientError) -> AppsInterface.Hello.Reply? {
        if let known = state.withLock({ $0.hasSaidHello ? .some($0.identity) : nil }) { return known }
        checkIn(try await checkOut(.always))
        return state.withLock { $0.identity }
    }

    /// The same for a thread that may block.
    package func identityBlocking() throws(ServiceClientError) -> AppsInterface.Hello.Reply? {
        if let known = state.withLock({ $0.hasSaidHello ? .some($0.identity) : nil }) { return known }
        checkIn(try checkOutBlocking(.always))
        return state.withLock { $0.identity }
    }

    // MARK: Connections

    private func checkOut(
        _ start: ServiceStart, after pause: Duration? = nil
    ) async throws(ServiceClientError) -> VarlinkConnection {
        if let connection = idleConnection(isWanted: pause == nil) { return connection }
        return try await ServingThread.run(failure: { .connection($0) }) { [self] () throws(ServiceClientError) in
            try connect(start, after: pause)
        }
    }

    private func checkOutBlocking(
        _ start: ServiceStart, after pause: Duration? = nil
    ) throws(ServiceClientError) -> VarlinkConnection {
        if let connection = idleConnection(isWanted: pause == nil) { return connection }
        return try connect(start, after: pause)
    }

    /// An idle connection whose peer is there. None `isWanted` when one was lost: the others are no better then.
    private func idleConnection(isWanted: Bool) -> VarlinkConnection? {
        if let inherited { return state.withLock { $0.hasSaidHello } ? inherited : nil }
        if !isWanted { state.withLock { $0.idle = [] } }
        while let connection = state.withLock({ $0.idle.popLast() }) {
            if connection.isReady { return connection }
        }
        return nil
    }

    /// A connection of the caller's own, which says Hello and is not kept for others. Blocks.
    func connectAlone(_ start: ServiceStart) throws(ServiceClientError) -> VarlinkConnection {
        try connect(start, after: nil)
    }

    private func connect(
        _ start: ServiceStart, after pause: Duration?
    ) throws(ServiceClientError) -> VarlinkConnection {
        if let pause { ServiceConnector.sleep(pause) }
        guard let inherited else {
            let (connection, identity) = try connector.connect(start)
            remember(identity)
            return connection
        }
        if !state.withLock({ $0.hasSaidHello }) {
            remember(try ServiceConnector.hello(inherited, role: role, root: location.root))
        }
        return inherited
    }

    private func remember(_ identity: AppsInterface.Hello.Reply?) {
        state.withLock { state in
            state.identity = identity
            state.hasSaidHello = true
        }
    }

    private func checkIn(_ connection: VarlinkConnection) {
        guard inherited == nil, !connection.isClosed else { return }
        connector.starter?.succeeded()
        state.withLock { state in
            if state.idle.count < Self.largestIdleCount { state.idle.append(connection) }
        }
    }
}
