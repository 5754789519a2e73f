// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

struct ReleaseLimitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limit", abstract: "Give a version only to some versions of the app.",
        discussion: """
            Devices with other versions of the app keep the newest version before it that is for them. Without --lowest and \
            --highest it is for all of them again.

            EXAMPLES
              ba-host release limit com.example.game Tutorial --version 4 --lowest 2.0 --data /srv/packs
            """)

    @OptionGroup var pack: PackOptions
    @Option(help: "The number of the version.") var version: Int
    @Option(help: "The lowest version of the app that gets it.") var lowest: AppVersionNumber?
    @Option(help: "The highest version of the app that gets it.") var highest: AppVersionNumber?

    func run() async throws {
        let (range, version) = (AppVersionRange(lowest: lowest, highest: highest), version)
        try await pack.withPack { store, pack in
            guard let id = try await store.versionID(number: version, ofPack: pack.id) else {
                throw StorageError.refused(.release(.versionNotFound(version)))
            }
            try await store.limit(versionID: id, to: range)
        }
        let words =
            switch (lowest, highest) {
            case (nil, nil): "all versions of the app"
            case (let lowest?, nil): "version \(lowest) of the app, and later ones"
            case (nil, let highest?): "version \(highest) of the app, and earlier ones"
            case (let lowest?, let highest?): "versions \(lowest) to \(highest) of the app"
            }
        Console.standard.note("\(pack.pack) \(version) is for \(words).")
    }
}

extension AppVersionNumber: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
