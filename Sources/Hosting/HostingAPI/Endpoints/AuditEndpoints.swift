// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// `auditEntries`: what was changed, when and by whom.
struct AuditEndpoints: Sendable {
    let store: HostStore

    func add(to table: inout OperationTable) {
        table.add(
            Operation(
                id: "auditEntries_getCollection", method: .get, path: "/ba/v1/auditEntries",
                query: QueryRules(
                    filters: ["app": .any, "action": .oneOf(.auditAction)],
                    fields: [.auditEntries], paging: .list), answer: .many(.auditEntries), permission: .audit,
                perform: list))
    }

    private func list(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        var listing = AuditListing(appIDs: call.query.appIDs(for: call.caller), limit: call.query.limit)
        listing.actions = call.query.filters["action"]?.compactMap(AuditAction.init(rawValue:))
        listing.after = try call.query.after([.integer, .text])
        let wanted = listing
        let page = try await store.serving { (store) throws(StorageError) in try await store.auditEntries(wanted) }
        return .many(
            page.elements.map { ResourceObject($0) },
            call.query.page(page) { [.integer($0.time.milliseconds), .string($0.id)] })
    }
}
