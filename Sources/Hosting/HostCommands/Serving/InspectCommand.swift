// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingProcessing
internal import ToolSupport

/// What a worker starts to have an upload read: it is of no use to anybody else.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Read an upload from standard input, and tell what it is.",
        shouldDisplay: false)

    @Argument var kind: InspectedKind
    @Argument(help: "Seconds of a processor.") var processorTime: UInt64
    @Argument(help: "Bytes of addresses.") var addressSpace: UInt64

    func run() async throws {
        try await InspectionProcess.run(
            kind, within: InspectionLimits(addressSpace: addressSpace, processorTime: processorTime, time: 0))
    }
}

extension InspectedKind: ExpressibleByArgument {}
