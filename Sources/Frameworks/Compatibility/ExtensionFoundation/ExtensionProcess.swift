// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import Glibc
internal import ServiceInterface
internal import SystemSupport
internal import Varlink

/// The process of an extension, from its first line to its exit.
enum ExtensionProcess {
    /// EX_USAGE of sysexits.h: it was started by hand.
    private static let usageCode: Int32 = 64
    /// EX_PROTOCOL: the service sent what is no call.
    private static let protocolCode: Int32 = 76

    /// Serves until the service closes the socket, and ends the process. The main thread stays free for the main actor.
    static func run<Extension: AppExtension>(_ type: Extension.Type) -> Never {
        let name = "\(type)"
        guard let sockets = ExtensionSockets(environment: ProcessInfo.processInfo.environment) else {
            say(
                "this is the app extension \(name): backgroundassetsd runs it when the app is installed, "
                    + "updated or checked for updates, and `ba logs -f` shows what it writes then.")
            exit(usageCode)
        }
        let requests = Extension._requests(to: Extension())
        let responder = VarlinkResponder(
            descriptor: OwnedDescriptor(taking: sockets.serve),
            info: VarlinkServiceInfo(
                vendor: "swift-background-assets", product: "\(name)", version: "\(ServiceProtocol.version)",
                url: "", interfaces: []),
            handlers: requests.handlers)
        do throws(VarlinkError) {
            try responder.start { error in
                guard let error else { exit(0) }
                say("the extension \(name) ends: \(error)")
                exit(protocolCode)
            }
        } catch {
            say("the extension \(name) cannot serve: \(error)")
            exit(protocolCode)
        }
        dispatchMain()
    }

    private static func say(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }
}
