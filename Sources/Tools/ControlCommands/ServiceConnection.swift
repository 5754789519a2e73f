// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import ServiceClient
internal import ServiceInterface
internal import SystemPackage
internal import Varlink

/// The way to the user's service.
struct ServiceConnection: ServiceLink {
    private let client: ServiceClient
    private let startsService: Bool

    /// Opens it to the service of this environment, which is started when none runs and `startingService` is true.
    init(environment: [String: String], startingService: Bool) throws(ControlError) {
        do throws(ServiceClientError) {
            client = try ServiceClient(environment: environment, toolFolder: Self.toolFolder)
        } catch { throw Self.translate(error) }
        startsService = startingService
    }

    func call<Method: ServiceMethod>(_ method: Method) async throws(ControlError) -> Method.Reply {
        do throws(ServiceClientError) {
            return try await client.call(method, startsService: startsService)
        } catch { throw Self.translate(error) }
    }

    func stream<Method: ServiceMethod>(_ method: Method) -> AsyncThrowingStream<Method.Reply, any Error> {
        AsyncThrowingStream { [client, startsService] continuation in
            let task = Task {
                do throws(ServiceClientError) {
                    for try await reply in try await client.stream(method, startsService: startsService) {
                        continuation.yield(reply)
                    }
                    continuation.finish()
                } catch { continuation.finish(throwing: Self.translate(error)) }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The folder of this program, where a service may lie beside it.
    private static var toolFolder: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return FilePath(String(cString: path)).removingLastComponent().string
    }

    private static func translate(_ error: ServiceClientError) -> ControlError {
        switch error {
        case .service(let error): .service(error)
        case .cancelled: .interrupted
        case .serviceNotRunning: .notRunning(error.description)
        case .connection(.malformedMessage(let reason)): .unexpectedAnswer(reason)
        default: .unreachable(error.description)
        }
    }
}
