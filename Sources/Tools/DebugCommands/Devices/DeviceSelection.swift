// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ControlCommands
internal import DeviceLink
internal import ServiceInterface

/// Finds the device that a person means.
enum DeviceSelection {
    /// - `name`: an ID or a name; nil for this device.
    static func device(_ name: String?) async throws -> DebugDevice {
        guard let name else { return .local }
        let paired = try paired()
        if let device = paired.first(where: { $0.deviceID?.lowercased() == name.lowercased() }) {
            return .paired(device)
        }
        let own = try await DebugDevice.local.call(DebugInterface.Device())
        if own.id.lowercased() == name.lowercased() { return .local }
        let named = paired.filter { $0.name == name }
        let ids = (own.name == name ? [own.id] : []) + named.compactMap(\.deviceID)
        guard ids.count <= 1 else { throw DebugError.severalDevices(name, ids: ids) }
        if own.name == name { return .local }
        guard let device = named.first else { throw DebugError.noDevice(name) }
        return .paired(device)
    }

    /// The devices that this machine is paired with.
    static func paired() throws(DebugError) -> [PairedPeer] {
        do throws(LinkError) {
            let folder = try LinkFolder(environment: ControlContext.current.environment)
            return try PairedPeers(in: folder).all().filter { $0.role == .device }
        } catch { throw .link(error) }
    }
}
