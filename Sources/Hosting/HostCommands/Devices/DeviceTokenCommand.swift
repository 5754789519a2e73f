// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// `ba-host device-token …`
struct DeviceTokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device-token",
        abstract: "Make, list and revoke the tokens that devices of private apps show.",
        subcommands: [DeviceTokenCreateCommand.self, DeviceTokenListCommand.self, DeviceTokenRevokeCommand.self])
}
