// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import DownloadScheduler
internal import ServiceInterface

/// `backgroundassets.v1.Files` on the wire.
struct FilesHarness: Sendable {
    let files: FilesService
    let events: FileEventsService
    let control: ExclusiveControlService
    let installations: InstallationsService
    let catalog: AppCatalog
    let check: AppCheck
    let foreground: ForegroundProcesses
    let conditions: BackgroundConditions
    let calls: CallLedger

    func add(to table: inout MethodTable) {
        table.add(FilesInterface.Schedule.self) { call, session throws(ServiceError) in
            let bundleID = try Self.own(session)
            guard !session.isChoosing else {
                throw ServiceError(
                    .callFromExtensionNotAllowed,
                    "the extension of \(bundleID) schedules what it returns from downloads(for:), and nothing else meanwhile",
                    subject: bundleID)
            }
            if call.foreground {
                try checkForeground(session, of: bundleID)
            } else {
                try await checkBackground(of: bundleID)
            }
            let key = CallKey(session, FilesInterface.Schedule.method, call.callID)
            let answer = calls.answer(key, EmptyReply())
            return try await calls.once(key) { () async throws(ServiceError) in
                if call.foreground {
                    try await files.startInForeground(call.file, of: bundleID, answer: answer)
                } else {
                    try await files.schedule(call.file, of: bundleID, as: .background, answer: answer)
                }
                return EmptyReply()
            }
        }
        table.add(FilesInterface.List.self) { call, session throws(ServiceError) in
            guard session.caller == .tool else {
                return FilesInterface.List.Reply(
                    files: await files.records(of: try session.bundleID(named: call.bundleID)))
            }
            // One that is being installed for the first time is not on record from the beginning.
            if let bundleID = call.bundleID,
                await installations.progress(of: installations.named(bundleID))?.isFinal ?? true
            {
                _ = try await catalog.app(bundleID)
            }
            return FilesInterface.List.Reply(
                files: await files.records(of: call.bundleID).map { record in
                    var record = record
                    record.file.request = record.file.request.redacted
                    return record
                })
        }
        table.add(FilesInterface.Cancel.self) { call, session throws(ServiceError) in
            let bundleID = try session.bundleID(named: call.bundleID)
            let isByApp = session.caller.bundleID != nil
            let key = CallKey(session, FilesInterface.Cancel.method, call.callID)
            let answer = calls.answer(key, EmptyReply())
            return try await calls.once(key) { () async throws(ServiceError) in
                try await files.cancel(call.id, of: bundleID, isByApp: isByApp, answer: answer)
                return EmptyReply()
            }
        }
        table.add(FilesInterface.RequestContent.self) { call, session throws(ServiceError) in
            guard session.caller == .tool else {
                throw ServiceError(
                    .notAttributed, "an app is asked what it wants when a person has it updated: `ba update`")
            }
            return try await check.requestContent(nil, of: call.bundleID)
        }
        table.addStream(FilesInterface.Follow.self) { call, session, writer in
            try await events.follow(
                bundleID: try Self.own(session), session: session, answersChallenges: call.answersChallenges ?? false
            ) { event in
                try await writer.send(event, isLast: false)
            }
        }
        table.add(FilesInterface.Conclude.self) { call, session throws(ServiceError) in
            await events.conclude(
                call.eventID, by: session.processID, of: try Self.own(session), isTaken: call.taken)
            return EmptyReply()
        }
        table.add(FilesInterface.AnswerChallenge.self) { call, session throws(ServiceError) in
            await events.answer(call.id, by: session.processID, of: try Self.own(session), call.reply)
            return EmptyReply()
        }
        table.addStream(FilesInterface.TakeControl.self) { call, session, writer in
            try await control.take(call, of: try Self.own(session), by: session.processID) { state in
                try await writer.send(ControlReply(state: state), isLast: state == .released)
            }
        }
        table.add(FilesInterface.ReleaseControl.self) { call, session throws(ServiceError) in
            await control.release(call.id, of: try Self.own(session), by: session.processID)
            return EmptyReply()
        }
    }

    /// The app of a process that is an app's: what it schedules, and is told, is nobody else's business.
    private static func own(_ session: Session) throws(ServiceError) -> String {
        guard session.caller.bundleID != nil else {
            throw ServiceError(
                .notAttributed,
                "process \(session.processID) is no app's: only an app and its extension schedule and follow its downloads "
                    + "(`ba run --app ID -- COMMAND` gives a command an app's identity)")
        }
        return try session.bundleID(named: nil)
    }

    /// What is scheduled while a person has switched it off would not begin before that is changed.
    private func checkBackground(of bundleID: String) async throws(ServiceError) {
        switch await conditions.condition(of: bundleID) {
        case .lowPowerMode?:
            throw ServiceError(
                .backgroundActivityProhibited,
                "\(bundleID) may download nothing in the background, for Low Power Mode is on: start the download in the "
                    + "foreground, or schedule it when the mode is off", subject: bundleID)
        case .backgroundRefreshOff?, .appBackgroundRefreshOff?:
            throw ServiceError(
                .backgroundActivityProhibited,
                "\(bundleID) may download nothing in the background, for background refresh is off: start the download in "
                    + "the foreground, or leave it", subject: bundleID)
        case .inAppContentOff?:
            throw ServiceError(
                .notPermittedBeforeLaunch,
                "nothing may be downloaded for \(bundleID) before it is launched first, for in-app content is off: schedule it "
                    + "when the app runs", subject: bundleID)
        case .metered?, .gameInFront?, nil: return
        }
    }

    private func checkForeground(_ session: Session, of bundleID: String) throws(ServiceError) {
        guard !session.caller.isExtension else {
            throw ServiceError(
                .callFromExtensionNotAllowed,
                "an extension cannot start downloads in the foreground: schedule them, and let the app promote them",
                subject: bundleID)
        }
        guard foreground.contains(session.processID) else {
            throw ServiceError(
                .callFromInactiveProcessNotAllowed,
                "process \(session.processID) of \(bundleID) is not in front: schedule the download for the background",
                subject: bundleID)
        }
    }
}
