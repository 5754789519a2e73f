// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import SystemSupport

/// `backgroundassets.v1.Debug` on the wire, for tools alone.
struct DebugHarness: Sendable {
    let identity: DeviceIdentity
    let simulations: SimulationService
    let settings: SettingsService
    let catalog: AppCatalog
    let log: LogBuffer

    func add(to table: inout MethodTable) {
        table.add(DebugInterface.Device.self) { _, session throws(ServiceError) in
            try requireTool(session)
            let id: String
            do throws(SystemError) { id = try identity.id() } catch { throw ServiceError(system: error) }
            return DebugInterface.Device.Reply(
                id: id, name: DeviceIdentity.name, version: ServiceConfiguration.version,
                developerMode: await settings.isOn(.developerMode))
        }
        table.add(DebugInterface.Simulate.self) { call, session throws(ServiceError) in
            try await requireDeveloper(session)
            return DebugInterface.Simulate.Reply(
                refusal: try await simulations.simulate(call.event, of: call.bundleID))
        }
        table.addStream(DebugInterface.Logs.self) { call, session, writer in
            try await requireDeveloper(session)
            _ = try await catalog.app(call.bundleID)
            // For as long as this is a device for development.
            let changes = settings.changes.changes()
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await log.send(about: call.bundleID, follow: call.follow, to: writer) }
                group.addTask { for await _ in changes { try await requireDeveloper(session) } }
                try await group.next()
            }
        }
    }

    private func requireTool(_ session: Session) throws(ServiceError) {
        guard session.caller == .tool else {
            throw ServiceError(.notAttributed, "an app is not debugged by itself: use `backgroundassets-debug` for it")
        }
    }

    private func requireDeveloper(_ session: Session) async throws(ServiceError) {
        try requireTool(session)
        guard await settings.isOn(.developerMode) else {
            throw ServiceError(
                .developerModeOff,
                "this device is not for development: `ba settings developer-mode on` there makes it one")
        }
    }
}
