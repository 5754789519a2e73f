// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Logging
internal import ServiceInterface

/// `backgroundassets.v1.Apps` on the wire.
struct AppsHarness: Sendable {
    let apps: AppsService
    let installations: InstallationsService
    let quitting: AppQuitting
    let systemApps: SystemApps
    let sources: AppSources
    let calls: CallLedger
    let checker: UpdateChecker
    let languages: LanguagesService
    let languageChanges: LanguageChanges
    let states: AppStates
    let backgroundTasks: TasksService
    let sessions: SessionsService
    let notifications: NotificationsService
    let tasks: ServiceTasks
    let logger: Logger

    func add(to table: inout MethodTable) {
        table.add(AppsInterface.Hello.self) { call, session throws(ServiceError) in
            var call = call
            // What one that is quit says at its end is no opening, whoever has started it.
            if quitting.isEnding(session.processID) { call.background = true }
            // Nor is what one says that does something where nobody sees it, as when the service was started anew.
            if await states.processes.isBehind(session.processID) { call.background = true }
            let reply = try await apps.hello(call, session: session, version: ServiceProtocol.version)
            if case .app(let bundleID) = session.caller {
                // What the service starts in the background nobody uses.
                if call.background != true {
                    await checker.recordUse(of: bundleID)
                    await backgroundTasks.noteUse(of: bundleID, by: session.processID)
                }
                if try await languages.note(call.preferredLanguages, of: bundleID) {
                    // The app does not wait for what they call for.
                    tasks.start {
                        do throws(ServiceError) {
                            try await languageChanges.follow(bundleID, isAwaited: false)
                        } catch {
                            logger.notice("the languages of \(bundleID) are not followed: \(error)")
                        }
                    }
                }
            }
            return reply
        }
        table.add(AppsInterface.List.self) { _, session throws(ServiceError) in
            await systemApps.refresh()
            let records = try await apps.list()
            let own = session.caller.bundleID
            return AppsInterface.List.Reply(apps: own.map { own in records.filter { $0.bundleID == own } } ?? records)
        }
        table.add(AppsInterface.Launch.self) { call, _ throws(ServiceError) in
            await systemApps.refresh()
            var reply = try await apps.launch(call.bundleID)
            if let processID = await states.resume(call.bundleID, in: reply.directory) {
                await checker.recordUse(of: call.bundleID)
                await backgroundTasks.noteUse(of: call.bundleID, by: processID)
                reply.processID = processID
            } else {
                await backgroundTasks.makeWay(for: call.bundleID)
            }
            return reply
        }
        table.add(AppsInterface.Identify.self) { call, _ throws(ServiceError) in
            await systemApps.refresh()
            return AppsInterface.Identify.Reply(environment: try await apps.identity(of: call.bundleID))
        }
        table.add(AppsInterface.Uninstall.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            let key = CallKey(session, AppsInterface.Uninstall.method, call.callID)
            return try await calls.once(key) { () async throws(ServiceError) in
                try await apps.requireRemovable(bundleID)
                try await apps.uninstall(
                    bundleID, keepData: call.keepData, answer: calls.answer(key, EmptyReply()))
                await backgroundTasks.forget(bundleID)
                await sessions.forget(bundleID)
                await notifications.forget(bundleID)
                return EmptyReply()
            }
        }
        table.add(AppsInterface.Quit.self) { call, session throws(ServiceError) in
            await backgroundTasks.noteQuitting(of: call.bundleID)
            await notifications.noteQuitting(of: call.bundleID)
            return try await quitting.quit(call.bundleID, askedBy: session.processID)
        }
        table.add(AppsInterface.SetState.self) { call, session throws(ServiceError) in
            _ = try await apps.catalog.app(session.bundleID(named: call.bundleID))
            return try await states.set(call, by: session)
        }
        table.add(AppsInterface.ControlInstallation.self) { call, session throws(ServiceError) in
            guard call.action != .consent || session.caller == .tool else {
                throw ServiceError(.notAttributed, "a person agrees to the room that an app takes, and no app")
            }
            let bundleID = try session.bundleID(named: call.bundleID)
            let key = CallKey(session, AppsInterface.ControlInstallation.method, call.callID)
            return try await calls.once(key) { () async throws(ServiceError) in
                let reply = AppsInterface.ControlInstallation.Reply(
                    bundleID: ProvisionalName.shown(await installations.named(bundleID)))
                try await installations.control(
                    bundleID, call.action, sizes: call.sizes, answer: calls.answer(key, reply))
                return reply
            }
        }
        table.addStream(AppsInterface.Install.self) { call, _, writer in
            let source = try sources.source(at: call.source)
            let caller = ConsentCaller(call.consent)
            let id = try await installations.install(
                source, origin: source.origin, adopted: false, allowDowngrade: call.allowDowngrade,
                callID: call.callID, caller: caller, token: call.token)
            try await watch(id, writer, caller)
        }
        table.addStream(AppsInterface.Update.self) { call, session, writer in
            let bundleID = try session.bundleID(named: call.bundleID)
            // An app does not agree for its person.
            let caller = session.caller == .tool ? ConsentCaller(call.consent) : .nobody
            guard
                let id = try await installations.beginUpdate(of: bundleID, callID: call.callID, caller: caller)
            else {
                let nothing = InstallationsService.final(.finished, bundleID, nil)
                return try await writer.send(nothing, isLast: true)
            }
            try await watch(id, writer, caller)
        }
        table.addStream(AppsInterface.Register.self) { call, _, writer in
            // Whoever registers a bundle is about to build it, or has put it on the disk.
            let bundle = try sources.bundle(at: call.path)
            let id = try await installations.install(
                .folder(bundle), origin: AppSource.localOrigin, adopted: true, allowDowngrade: true,
                callID: call.callID, caller: .agreeing)
            try await watch(id, writer)
            // It may be the same version, mended.
            await backgroundTasks.noteStartable(id)
        }
        table.addStream(AppsInterface.Watch.self) { call, session, writer in
            if session.caller != .tool { _ = try session.bundleID(named: call.bundleID) }
            try await watch(await installations.named(call.bundleID), writer)
        }
    }

    /// - `caller`: one that the installation may count on as long as it is there.
    private func watch(
        _ bundleID: String, _ writer: StreamWriter<InstallationProgress>, _ caller: ConsentCaller = .nobody
    ) async throws {
        do {
            try await installations.watch(bundleID) { progress, isLast in
                try await writer.send(progress, isLast: isLast)
            }
        } catch {
            await installations.leave(caller)
            throw error
        }
        await installations.leave(caller)
    }
}
