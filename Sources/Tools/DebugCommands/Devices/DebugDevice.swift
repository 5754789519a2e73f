// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ControlCommands
internal import DeviceLink
internal import ServiceInterface
internal import Varlink

/// A device that can be debugged: the one that this runs on, or a paired one.
enum DebugDevice: Sendable {
    case local
    case paired(PairedPeer)

    /// Calls a method of `backgroundassets.v1.Debug`.
    func call<Method: ServiceMethod>(_ method: Method) async throws -> Method.Reply {
        switch self {
        case .local: return try await ControlContext.link().call(method)
        case .paired(let peer):
            return try await Self.with(peer) { connection in
                do throws(VarlinkError) {
                    return try await connection.call(Method.method, method, returning: Method.Reply.self)
                } catch { throw Self.translate(error) }
            }
        }
    }

    /// Prints the log of an app as it comes. On this machine it goes on with the next run of a service that was killed.
    func printLog(of bundleID: String, by printing: LogPrinting) async throws {
        let method = DebugInterface.Logs(bundleID: bundleID, follow: true)
        switch self {
        case .local: try await printing.runLocally(method, goesOn: true, line: \.line)
        case .paired(let peer):
            try await printing.runRemotely { take in
                try await Self.with(peer) { connection in
                    do {
                        for try await reply in try connection.stream(
                            DebugInterface.Logs.method, method, returning: DebugInterface.Logs.Reply.self)
                        { try take(reply.line) }
                    } catch let error as VarlinkError { throw Self.translate(error) }
                }
            } isBroken: { error in
                // It has let us in, and its service has ended; whether it lets us in still shows when it is asked again.
                if case .link(.connection)? = error as? DebugError { true } else { false }
            }
        }
    }

    private static func translate(_ error: VarlinkError) -> any Error {
        ServiceError(error).map { ControlError.service($0) } ?? error
    }

    private static func with<Value: Sendable>(
        _ peer: PairedPeer, _ body: @Sendable (VarlinkConnection) async throws -> Value
    ) async throws -> Value {
        do {
            let folder = try LinkFolder(environment: ControlContext.current.environment)
            let identity = try LinkIdentity(in: folder)
            guard let fingerprint = Fingerprint(hexadecimal: peer.fingerprint) else {
                throw LinkError.damaged(path: folder.path, reason: "the fingerprint of \(peer.name) is none")
            }
            return try await LinkClient(identity: identity)
                .with(LinkAddress(peer.address ?? ""), expecting: fingerprint, body)
        } catch let error as LinkError { throw DebugError.link(error) }
    }
}
