// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

struct ServiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service",
        abstract: "See, stop or start the service itself.",
        discussion: """
            There is one service a user. It starts when it is needed and ends when it has nothing to do, so none of \
            this is needed day by day. The variable BACKGROUND_ASSETS_ROOT gives a test or CI a service of its own.

            EXAMPLE
              ba service status
            """,
        subcommands: [
            ServiceStatusCommand.self, ServiceStartCommand.self, ServiceStopCommand.self, ServiceAdvanceCommand.self,
        ])
}
