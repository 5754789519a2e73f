// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ControlCommands
internal import DeviceLink
internal import ServiceInterface
internal import ToolSupport

/// This device and the paired ones, as they answer now.
struct DeviceList {
    struct Line: Encodable, Sendable {
        var id: String
        var name: String
        /// nil for this device.
        var address: String?
        /// nil when it does not answer.
        var developerMode: Bool?
        /// Why it does not answer.
        var problem: String?
    }

    let output: OutputOptions

    func print() async throws {
        let devices: [DebugDevice] = [.local] + (try DeviceSelection.paired().map { .paired($0) })
        let lines = await withTaskGroup(of: (Int, Line).self) { group in
            for (index, device) in devices.enumerated() { group.addTask { (index, await Self.line(of: device)) } }
            return await group.reduce(into: [(Int, Line)]()) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
        let console = ControlContext.current.console
        if output.printsJSON { return console.write(try JSONLine.text(lines)) }
        var table = Table([.init("DEVICE ID"), .init("NAME"), .init("WHERE"), .init("STATE")])
        for line in lines {
            let state = line.problem ?? (line.developerMode == true ? "ready" : "developer mode is off")
            table.append([line.id, line.name, line.address ?? "here", state])
        }
        console.write(table.text)
    }

    private static func line(of device: DebugDevice) async -> Line {
        var line: Line
        switch device {
        case .local: line = Line(id: "-", name: "-")
        case .paired(let peer): line = Line(id: peer.deviceID ?? "-", name: peer.name, address: peer.address)
        }
        do {
            let reply = try await device.call(DebugInterface.Device())
            if line.address == nil { (line.id, line.name) = (reply.id, PrintableText.of(reply.name)) }
            line.developerMode = reply.developerMode
        } catch { line.problem = "\(error)" }
        return line
    }
}
