// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HTTPTypes
internal import HostingStorage
internal import Hummingbird
internal import Logging

/// What load balancers ask a server: `/healthz`, whether it runs, and `/readyz`, whether it can do something. Anybody may; they are
/// told no reasons, which are in the log.
struct HealthEndpoint: Sendable {
    static let paths = ["/healthz", "/readyz"]

    let store: HostStore
    let logger: Logger

    func respond(to request: Request) async -> Response {
        guard [.get, .head].contains(request.method) else {
            return Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        let absent = request.uri.path == "/readyz" ? await store.absentParts() : []
        for (part, error) in absent { logger.warning("not ready: the \(part) does not answer: \(error)") }
        var members: [String: JSONValue] = ["status": .string(absent.isEmpty ? "ok" : "unavailable")]
        for (part, _) in absent { members[part] = .string("unavailable") }
        var body: [UInt8] = []
        JSONValue.object(members).appendCompact(to: &body, inOrder: true)
        var response = Response(json: body, status: absent.isEmpty ? .ok : .serviceUnavailable)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
