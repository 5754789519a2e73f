// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import ServiceClient
internal import ServiceInterface
internal import SystemPackage
internal import SystemSupport
internal import Varlink

/// The way to the user's service.
struct ServiceConnection: ServiceLink {
    private let client: ServiceClient
    private let startsService: Bool
    private let environment: [String: String]
    private let patience: Duration

    /// Opens it to the service of this environment, which is started when none runs and `startingService` is true.
    ///
    /// - `patience`: how long a service may take for what it answers at once.
    init(
        environment: [String: String], startingService: Bool, patience: Duration = .seconds(30)
    ) throws(ControlError) {
        self.environment = environment
        self.patience = patience
        do throws(ServiceClientError) {
            client = try ServiceClient(environment: environment, toolFolder: Self.toolFolder)
        } catch { throw Self.translate(error) }
        startsService = startingService
    }

    func call<Method: ServiceMethod>(_ method: Method) async throws(ControlError) -> Method.Reply {
        guard Method.answersAtOnce else { return try await waitForReply(to: method) }
        let (results, source) = AsyncStream.makeStream(of: Result<Method.Reply, ControlError>.self)
        let call = Task {
            do throws(ControlError) { source.yield(.success(try await waitForReply(to: method))) } catch {
                source.yield(.failure(error))
            }
        }
        let limit = Task {
            do { try await Task.sleep(for: patience) } catch { return }
            source.finish()
        }
        defer {
            call.cancel()
            limit.cancel()
        }
        for await result in results { return try result.get() }
        throw Task.isCancelled ? .interrupted : silence
    }

    private func waitForReply<Method: ServiceMethod>(to method: Method) async throws(ControlError) -> Method.Reply {
        do throws(ServiceClientError) {
            return try await client.call(method, startsService: startsService)
        } catch { throw Self.translate(error) }
    }

    /// A service that has taken the call and says nothing.
    private var silence: ControlError {
        var process: String?
        do {
            // Its start-up lock names it.
            let lock = try FileContents.read(try ServiceLocation(environment: environment).lockPath)
            process = String(decoding: lock, as: UTF8.self).split(separator: "\n").first.map(String.init)
        } catch { process = nil }
        let name = process.map { "process \($0)" } ?? "its process"
        let number = process ?? "PID"
        return .tryAgain(
            "the service does not answer: \(name) was stopped (`kill -CONT \(number)` lets it go on) or hangs "
                + "(`kill -KILL \(number)` ends it, and nothing is lost)")
    }

    func stream<Method: ServiceMethod>(_ method: Method) -> AsyncThrowingStream<Method.Reply, any Error> {
        let replies = Replies(method, client: client, startsService: startsService)
        return AsyncThrowingStream { try await replies.next() }
    }

    /// Replies that are taken from the connection as they are asked for: whoever is slow holds the service up, and
    /// nothing gathers here.
    private actor Replies<Method: ServiceMethod> {
        private let method: Method
        private let client: ServiceClient
        private let startsService: Bool
        private var iterator: ServiceStream<Method.Reply>.Iterator?

        init(_ method: Method, client: ServiceClient, startsService: Bool) {
            self.method = method
            self.client = client
            self.startsService = startsService
        }

        func next() async throws(ControlError) -> Method.Reply? {
            do throws(ServiceClientError) {
                // There is one consumer, so none else asks while this is out of its place.
                var current: ServiceStream<Method.Reply>.Iterator
                if let iterator {
                    current = iterator
                } else {
                    current = try await client.stream(method, startsService: startsService).makeAsyncIterator()
                }
                let reply = try await current.next(isolation: self)
                iterator = current
                return reply
            } catch { throw ServiceConnection.translate(error) }
        }
    }

    /// The folder of this program, where a service may lie beside it.
    static var toolFolder: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return FilePath(String(cString: path)).removingLastComponent().string
    }

    fileprivate static func translate(_ error: ServiceClientError) -> ControlError {
        switch error {
        case .service(let error): .service(error)
        case .cancelled: .interrupted
        case .serviceNotRunning: .notRunning(error.description)
        case .connection(.malformedMessage(let reason)): .unexpectedAnswer(reason)
        case .connection: .connectionLost(error.description)
        default: .unreachable(error.description)
        }
    }
}
