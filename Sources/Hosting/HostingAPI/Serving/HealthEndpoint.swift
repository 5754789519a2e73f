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
    private let told = ToldParts()

    init(store: HostStore, logger: Logger) {
        self.store = store
        self.logger = logger
    }

    func respond(to request: Request) async -> Response {
        guard [.get, .head].contains(request.method) else {
            return Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        let isReadiness = request.uri.path == "/readyz"
        let absent = isReadiness ? await store.absentParts() : []
        let full = isReadiness ? await store.fullParts() : []
        if isReadiness {
            let reasons = Dictionary(absent.map { ($0.part, "does not answer: \($0.error)") }) { first, _ in first }
                .merging(full.map { ($0, "has hardly room for anything more") }) { absent, _ in absent }
            for part in told.new(Set(reasons.keys)) {
                logger.warning("readiness: the \(part) \(reasons[part] ?? "")")
            }
        }
        var members: [String: JSONValue] = ["status": .string(absent.isEmpty ? "ok" : "unavailable")]
        // Who can take nothing more can give what is there.
        for part in full { members[part] = .string("full") }
        for (part, _) in absent { members[part] = .string("unavailable") }
        var body: [UInt8] = []
        JSONValue.object(members).appendCompact(to: &body)
        var response = Response(json: body, status: absent.isEmpty ? .ok : .serviceUnavailable)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
