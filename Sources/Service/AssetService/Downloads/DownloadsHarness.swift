// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// `backgroundassets.v1.Downloads` on the wire.
struct DownloadsHarness: Sendable {
    let downloads: DownloadsService
    let files: FilesService
    let installations: InstallationsService
    let catalog: AppCatalog
    let explanations: ExplanationsService
    let calls: CallLedger

    func add(to table: inout MethodTable) {
        table.add(DownloadsInterface.List.self) { call, session throws(ServiceError) in
            let bundleID = session.caller == .tool ? call.bundleID : try session.bundleID(named: call.bundleID)
            // One that is being installed for the first time is not on record from the beginning.
            if let bundleID, await installations.progress(of: installations.named(bundleID))?.isFinal ?? true {
                _ = try await catalog.app(bundleID)
            }
            let packs = await downloads.records(of: bundleID)
            return DownloadsInterface.List.Reply(
                downloads: packs + (await files.records(of: bundleID)).map(DownloadRecord.init))
        }
        table.add(DownloadsInterface.Explain.self) { call, session throws(ServiceError) in
            // What a name means to others is not told to an app, which asks by its own.
            if session.caller != .tool { _ = try session.bundleID(named: call.id) }
            return DownloadsInterface.Explain.Reply(explanations: try await explanations.explain(call.id))
        }
        table.add(DownloadsInterface.ControlDownload.self) { call, session throws(ServiceError) in
            let key = PackKey(bundleID: try session.bundleID(named: call.bundleID), packID: call.packID)
            return try await calls.once(CallKey(session, DownloadsInterface.ControlDownload.method, call.callID)) {
                () async throws(ServiceError) in
                try await control(key, call.action)
                return EmptyReply()
            }
        }
        table.add(DownloadsInterface.ControlDownloads.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            _ = try await catalog.app(bundleID)
            return try await calls.once(CallKey(session, DownloadsInterface.ControlDownloads.method, call.callID)) {
                () async throws(ServiceError) in
                let packs = try await downloads.controlAll(of: bundleID, call.action)
                return DownloadsInterface.ControlDownloads.Reply(
                    packIDs: packs + (try await files.controlAll(of: bundleID, call.action)))
            }
        }
    }

    /// A pack comes before a file of the same name.
    private func control(
        _ key: PackKey, _ action: DownloadsInterface.ControlDownload.Action
    ) async throws(ServiceError) {
        let isPack = await downloads.isQueued(key)
        switch action {
        case .pause where isPack: try await downloads.pause(key)
        case .resume where isPack: try await downloads.resume(key)
        case .cancel where isPack: try await downloads.cancel(key)
        case .pause: try await files.setPaused(key.packID, of: key.bundleID, true)
        case .resume: try await files.setPaused(key.packID, of: key.bundleID, false)
        case .cancel: try await files.cancel(key.packID, of: key.bundleID, isByApp: false)
        }
    }
}
