// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingStorage

struct ReleaseRolloutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollout", abstract: "Release to a share of the devices first.",
        discussion: """
            With --start, the versions that are released from now on begin with that share. With --percentage, the one that \
            is being rolled out goes to that share: devices that have it keep it as the share grows, and at 100 all have it.

            EXAMPLES
              ba-host release rollout com.example.game Tutorial --context appstore --start 5 --data /srv/packs
              ba-host release rollout com.example.game Tutorial --context appstore --percentage 50 --data /srv/packs
            """)

    @OptionGroup var options: ContextOptions
    @Option(help: "Of the devices, of the release that is under way.") var percentage: Int?
    @Option(help: "Of the devices, of releases to come; 100 for all at once.") var start: Int?

    func validate() throws {
        guard percentage != nil || start != nil else { throw ValidationError("give --percentage, --start or both") }
    }

    func run() async throws {
        var changes: [HostStore.ContextChange] = []
        if let start { changes.append(.rolloutStart(start)) }
        if let percentage { changes.append(.rollout(percentage)) }
        try await options.change(changes)
    }
}
