// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

/// `ba-host adopt-objects`
struct AdoptObjectsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt-objects",
        abstract: "Make a store of objects the host's, in the place of the one that it had.",
        discussion: """
            All processes of a host share one store, and refuse any other. A store that was copied elsewhere is taken for the same; this is for one \
            that was lost, or copied in part: what is missing in it then, `ba-host verify` names, and a new version is uploaded of that. \
            Servers and workers are ended before, and begun anew after it.

            EXAMPLES
              ba-host adopt-objects --database postgres://host@db/host --objects s3://packs-2
            """)

    @OptionGroup var storage: StorageOptions

    func run() async throws {
        try await Principal.acting(as: .machine) {
            try await HostCommandError.converting {
                let location = try HostLocation(try storage.configuration())
                try await location.withStore(beginsHost: false, checksObjects: false) { store in
                    try await store.adoptObjects()
                    Console.standard.write("\(store.objects.place) has the objects of this host from now on")
                }
            }
        }
    }
}
