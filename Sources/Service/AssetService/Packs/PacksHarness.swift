// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ServiceInterface

/// `backgroundassets.v1.Packs` on the wire.
struct PacksHarness: Sendable {
    let packs: PacksService
    let languages: LanguagesService
    let events: EventsService

    func add(to table: inout MethodTable) {
        table.add(PacksInterface.Manifest.self) { call, session throws(ServiceError) in
            try await packs.manifest(of: try session.bundleID(named: call.bundleID), refresh: call.refresh)
        }
        table.add(PacksInterface.List.self) { call, session throws(ServiceError) in
            let bundleID =
                if call.bundleID == nil, session.caller == .tool { String?.none } else {
                    try session.bundleID(named: call.bundleID)
                }
            return PacksInterface.List.Reply(packs: try await packs.list(bundleID: bundleID))
        }
        table.add(PacksInterface.Status.self) { call, session throws(ServiceError) in
            try await packs.status(
                of: call.packID, bundleID: try session.bundleID(named: call.bundleID), online: call.online)
        }
        table.add(PacksInterface.EnsureLocalAvailability.self) { call, session throws(ServiceError) in
            try await packs.ensureLocalAvailability(
                of: call.packIDs, bundleID: try session.bundleID(named: call.bundleID),
                requireLatestVersion: call.requireLatestVersion)
        }
        table.add(PacksInterface.CheckForUpdates.self) { call, session throws(ServiceError) in
            try await packs.checkForUpdates(of: try session.bundleID(named: call.bundleID))
        }
        table.add(PacksInterface.Remove.self) { call, session throws(ServiceError) in
            try await packs.remove(call.packID, of: try session.bundleID(named: call.bundleID))
            return EmptyReply()
        }
        table.add(PacksInterface.SetResolvedLanguage.self) { call, session throws(ServiceError) in
            try await languages.setResolvedLanguage(call.language, of: try session.bundleID(named: call.bundleID))
            return EmptyReply()
        }
        table.add(PacksInterface.ReconcilePreferredLanguages.self) { call, session throws(ServiceError) in
            try await languages.reconcile(try session.bundleID(named: call.bundleID))
            return EmptyReply()
        }
        table.addStream(PacksInterface.Subscribe.self) { call, session, writer in
            try await events.subscribe(
                bundleID: try session.bundleID(named: call.bundleID), packID: call.packID
            ) { event in try await writer.send(event, isLast: false) }
        }
    }
}
