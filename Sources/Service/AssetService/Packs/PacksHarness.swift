// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ServiceInterface

/// `backgroundassets.v1.Packs` on the wire.
struct PacksHarness: Sendable {
    let packs: PacksService
    let check: AppCheck
    let languages: LanguagesService
    let local: LocalPacksService
    let events: EventsService
    let calls: CallLedger

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
        addChanges(to: &table)
        table.add(PacksInterface.Resolve.self) { call, session throws(ServiceError) in
            PacksInterface.Resolve.Reply(
                file: try await local.resolve(
                    call.path, packID: call.packID, language: call.language,
                    of: try session.bundleID(named: call.bundleID)))
        }
        table.addStream(PacksInterface.Subscribe.self) { call, session, writer in
            // An extension lives for a moment: what the app missed waits for the app.
            let acknowledges = (call.acknowledges ?? false) && !session.caller.isExtension
            try await events.subscribe(
                bundleID: try session.bundleID(named: call.bundleID), packID: call.packID, acknowledges: acknowledges
            ) { event in try await writer.send(event, isLast: false) }
        }
        table.add(PacksInterface.Acknowledge.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            if !session.caller.isExtension { try await events.acknowledge(call.eventIDs, of: bundleID) }
            return EmptyReply()
        }
    }

    /// Calls that change something: each is done once, however often it comes with the same ID.
    private func addChanges(to table: inout MethodTable) {
        table.add(PacksInterface.EnsureLocalAvailability.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            return try await calls.once(
                CallKey(session, PacksInterface.EnsureLocalAvailability.method, call.callID), .waiting
            ) {
                () async throws(ServiceError) in
                try await packs.ensureLocalAvailability(
                    of: call.packIDs, bundleID: bundleID, requireLatestVersion: call.requireLatestVersion,
                    callID: call.callID)
            }
        }
        table.add(PacksInterface.CheckForUpdates.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            let isApps = session.caller.bundleID != nil
            return try await calls.once(CallKey(session, PacksInterface.CheckForUpdates.method, call.callID)) {
                () async throws(ServiceError) in
                try await check.runNow(bundleID, byApp: isApps)
            }
        }
        table.add(PacksInterface.Remove.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            let isApps = session.caller.bundleID != nil
            let key = CallKey(session, PacksInterface.Remove.method, call.callID)
            return try await calls.once(key) { () async throws(ServiceError) in
                try await packs.remove(
                    call.packID, of: bundleID, tellingRemoval: !isApps, answer: calls.answer(key, EmptyReply()))
                return EmptyReply()
            }
        }
        table.add(PacksInterface.SetResolvedLanguage.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            return try await calls.once(CallKey(session, PacksInterface.SetResolvedLanguage.method, call.callID)) {
                () async throws(ServiceError) in
                try await languages.setResolvedLanguage(call.language, of: bundleID)
                return EmptyReply()
            }
        }
        table.add(PacksInterface.ReconcilePreferredLanguages.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            let key = CallKey(session, PacksInterface.ReconcilePreferredLanguages.method, call.callID)
            return try await calls.once(key, .waiting) { () async throws(ServiceError) in
                try await languages.reconcile(bundleID)
                return EmptyReply()
            }
        }
    }
}
