// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// `backgroundassets.v1.Downloads` on the wire.
struct DownloadsHarness: Sendable {
    let downloads: DownloadsService
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
            return DownloadsInterface.List.Reply(downloads: await downloads.records(of: bundleID))
        }
        table.add(DownloadsInterface.Explain.self) { call, _ throws(ServiceError) in
            DownloadsInterface.Explain.Reply(explanations: try await explanations.explain(call.id))
        }
        table.add(DownloadsInterface.ControlDownload.self) { call, session throws(ServiceError) in
            let key = PackKey(bundleID: try session.bundleID(named: call.bundleID), packID: call.packID)
            return try await calls.once(CallKey(session, DownloadsInterface.ControlDownload.method, call.callID)) {
                () async throws(ServiceError) in
                switch call.action {
                case .pause: try await downloads.pause(key)
                case .resume: try await downloads.resume(key)
                case .cancel: try await downloads.cancel(key)
                }
                return EmptyReply()
            }
        }
    }
}
