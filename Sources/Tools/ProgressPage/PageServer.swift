// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import ToolSupport

/// The HTTP server of the page, which this machine alone reaches.
struct PageServer: Sendable {
    private static let address = "127.0.0.1"

    let responder: PageResponder
    /// 0 is any that is free.
    let port: Int

    /// Serves until the task is cancelled; `whenRunning` is called once, with what stands before all paths, when connections
    /// are taken.
    ///
    /// - Throws: `ToolError` when it cannot listen.
    func run(whenRunning: @escaping @Sendable (_ origin: String) async -> Void) async throws {
        let application = Application(
            responder: responder,
            configuration: ApplicationConfiguration(
                address: .hostname(Self.address, port: port), serverName: "ba-page"),
            onServerRunning: { channel in
                await whenRunning("http://\(Self.address):\(channel.localAddress?.port ?? port)")
            },
            logger: Logger(label: "ba-page", factory: { _ in SwiftLogNoOpLogHandler() }))
        do { try await application.run() } catch let error as IOError {
            throw ToolError(
                error.errnoCode == EADDRINUSE ? .temporaryFailure : .noPermission,
                "cannot listen on port \(port) of \(Self.address): \(String(cString: strerror(error.errnoCode))); "
                    + "without --port any that is free is taken")
        }
    }
}
