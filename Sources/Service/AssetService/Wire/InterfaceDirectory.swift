// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import Varlink

/// Answers `org.varlink.service`, by which any Varlink client finds out what the service can do.
struct InterfaceDirectory: Sendable {
    /// The texts of our interfaces, by name.
    let texts: [String: String]
    let version: String

    /// Answers a call of `org.varlink.service`; false for any other.
    func answer(_ call: VarlinkCall, _ writer: ReplyWriter) async throws -> Bool {
        switch call.method {
        case VarlinkServiceInterface.getInfo:
            try await writer.reply(
                VarlinkServiceInfo(
                    vendor: "swift-background-assets", product: "backgroundassetsd", version: version,
                    url: "https://varlink.org", interfaces: [VarlinkServiceInterface.name] + texts.keys.sorted()))
        case VarlinkServiceInterface.getInterfaceDescription:
            let name = try call.parameters(as: VarlinkServiceInterface.InterfaceName.self).interface
            if let text = name == VarlinkServiceInterface.name ? VarlinkServiceInterface.text : texts[name] {
                try await writer.reply(VarlinkServiceInterface.Description(description: text))
            } else {
                try await writer.fail(
                    StandardErrorName.interfaceNotFound, VarlinkServiceInterface.InterfaceName(interface: name))
            }
        default: return false
        }
        return true
    }

    /// Answers a call that nobody handles.
    func refuse(_ call: VarlinkCall, _ writer: ReplyWriter) async throws {
        let interface = call.method.split(separator: ".").dropLast().joined(separator: ".")
        if interface == VarlinkServiceInterface.name || texts[interface] != nil {
            try await writer.fail(StandardErrorName.methodNotFound, ["method": call.method])
        } else {
            try await writer.fail(StandardErrorName.interfaceNotFound, ["interface": interface])
        }
    }
}
