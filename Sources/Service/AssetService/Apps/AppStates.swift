// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// Whether apps are in front, and what follows when that changes.
struct AppStates: Sendable {
    let activity: ActivityMonitor
    let foreground: ForegroundProcesses
    let front: AppsInFront
    let files: FilesService
    let events: FileEventsService
    let processes: AppProcesses

    /// A toolkit says it of its own process, a tool of all processes of an app.
    func set(
        _ call: AppsInterface.SetState, by session: Session
    ) async throws(ServiceError) -> AppsInterface.SetState.Reply {
        let bundleID = try session.bundleID(named: call.bundleID)
        guard !session.caller.isExtension else {
            throw ServiceError(
                .callFromExtensionNotAllowed, "an extension is never in front, and does not say whether its app is",
                subject: bundleID)
        }
        let processIDs = session.caller == .tool ? activity.processes(of: bundleID) : [session.processID]
        let isInFront = call.state == .foreground
        let all = processIDs + (await owners(of: processIDs, bundleID, inFront: isInFront))
        foreground.set(all, inFront: isInFront)
        switch call.state {
        case .foreground:
            front.set(bundleID, inFront: true)
            await processes.lift(bundleID, all)
            await events.renew(bundleID)
        case .background: await left(bundleID)
        }
        return AppsInterface.SetState.Reply(processIDs: processIDs)
    }

    /// A person opens an app that is suspended: it goes on, and is in front.
    ///
    /// - `folder`: of the version that is opened.
    /// - Returns: its process; nil where none is suspended.
    func resume(_ bundleID: String, in folder: String) async -> Int32? {
        guard let id = await processes.resume(bundleID, in: folder) else { return nil }
        front.set(bundleID, inFront: true)
        await events.renew(bundleID)
        return id
    }

    /// An app whose program is a script is the script, as far as the service has started it. One that is in front itself, or by something else
    /// that it has started, stays so when one of these goes.
    private func owners(of processIDs: [Int32], _ bundleID: String, inFront: Bool) async -> [Int32] {
        var others: Set<Int32> = []
        for id in activity.processes(of: bundleID)
        where !inFront && !processIDs.contains(id) && foreground.contains(id) {
            others.insert(await processes.owner(of: id, in: bundleID))
        }
        var owners: Set<Int32> = []
        for id in processIDs { owners.insert(await processes.owner(of: id, in: bundleID)) }
        return owners.subtracting(others).subtracting(processIDs).sorted()
    }

    /// A process of an app has ended, or is in front no longer.
    func left(_ bundleID: String) async {
        let processes = activity.processes(of: bundleID)
        if processes.isEmpty { front.ended(bundleID) }
        guard !processes.contains(where: foreground.contains) else { return }
        front.set(bundleID, inFront: false)
        await files.leaveForeground(of: bundleID)
    }
}
