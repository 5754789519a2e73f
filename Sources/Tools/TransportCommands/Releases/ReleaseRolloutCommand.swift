// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import AssetPackModel

struct ReleaseRolloutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollout", abstract: "Release to a share of the devices first.",
        discussion: """
            With --start, the versions that are released from now on begin with that share. With --percentage, the one that \
            is being rolled out goes to that share: devices that have it keep it as the share grows, and at 100 all have it.

            EXAMPLES
              ba-transport release rollout Tutorial --start 5 --app com.example.game --context appstore
              ba-transport release rollout Tutorial --percentage 50 --app com.example.game --context appstore
            """)

    @OptionGroup var options: ContextOptions
    @Option(help: "Of the devices, of the release that is under way.") var percentage: Int?
    @Option(help: "Of the devices, of releases to come; 100 for all at once.") var start: Int?

    func validate() throws {
        guard percentage != nil || start != nil else { throw ValidationError("Give --percentage, --start or both.") }
        guard [percentage, start].allSatisfy({ $0.map((0...100).contains) ?? true }) else {
            throw ValidationError("A share is a number from 0 to 100.")
        }
    }

    func run() async throws {
        var attributes: [String: JSONValue] = [:]
        if let start { attributes["rolloutStartPercentage"] = .integer(Int64(start)) }
        if let percentage { attributes["rolloutPercentage"] = .integer(Int64(percentage)) }
        try await options.change(attributes)
    }
}
