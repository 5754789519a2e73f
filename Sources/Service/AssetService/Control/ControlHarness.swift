// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// `backgroundassets.v1.Control` on the wire. Apps may look; what changes the service is for tools.
struct ControlHarness: Sendable {
    let control: ControlService
    let log: LogBuffer
    let stop: StopSignal

    func add(to table: inout MethodTable) {
        table.add(ControlInterface.Status.self) { _, _ throws(ServiceError) in await control.status() }
        table.add(ControlInterface.Stop.self) { _, session throws(ServiceError) in
            try requireTool(session)
            stop.trigger()
            return EmptyReply()
        }
        table.add(ControlInterface.AdvanceClock.self) { call, session throws(ServiceError) in
            try requireTool(session)
            return ControlInterface.AdvanceClock.Reply(now: try await control.advanceClock(by: call.seconds))
        }
        table.add(ControlInterface.Settings.self) { call, _ throws(ServiceError) in
            ControlInterface.Settings.Reply(settings: try await control.settings(of: call.bundleID))
        }
        table.add(ControlInterface.SetSetting.self) { call, session throws(ServiceError) in
            try requireTool(session)
            try await control.set(call.name, to: call.value, of: call.bundleID)
            return EmptyReply()
        }
        table.add(ControlInterface.Trust.self) { call, session throws(ServiceError) in
            try requireTool(session)
            return try await control.trust(call.pem)
        }
        table.add(ControlInterface.TrustedCertificates.self) { _, _ throws(ServiceError) in
            ControlInterface.TrustedCertificates.Reply(certificates: try await control.trustedCertificates())
        }
        table.add(ControlInterface.Distrust.self) { call, session throws(ServiceError) in
            try requireTool(session)
            return ControlInterface.Distrust.Reply(removed: try await control.distrust(call.fingerprint))
        }
        table.add(ControlInterface.URLOverride.self) { call, session throws(ServiceError) in
            if call.clear || call.url != nil { try requireTool(session) }
            return try await control.urlOverride(call)
        }
        table.add(ControlInterface.Doctor.self) { call, _ throws(ServiceError) in
            ControlInterface.Doctor.Reply(findings: try await control.doctor(call.subject))
        }
        table.addStream(ControlInterface.Logs.self) { call, session, writer in
            try requireTool(session)
            // Whoever mistypes an app's name is not told that all is quiet; one that is gone may have left lines, and one
            // that is followed may come.
            if let bundleID = call.bundleID, !call.follow, !log.hasLines(about: bundleID) {
                try await control.checkExistence(of: bundleID)
            }
            try await log.send(about: call.bundleID, follow: call.follow, to: writer)
        }
    }

    private func requireTool(_ session: Session) throws(ServiceError) {
        guard session.caller == .tool else {
            throw ServiceError(.notAttributed, "an app may not change the service: use `ba` for it")
        }
    }
}
