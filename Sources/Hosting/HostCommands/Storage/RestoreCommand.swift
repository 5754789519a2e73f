// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import HostingIdentity
internal import HostingStorage
internal import Synchronization
internal import SystemSupport
internal import ToolSupport

/// `ba-host restore FOLDER`
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Make a host of a backup.",
        discussion: """
            The new host is empty before: a folder that there is not, or a database and a store that no host has used. They may \
            be of the other kind than those that the backup was made of. Every object is compared with what the backup says. \
            When it is broken off it can be begun again, and goes on; until it has come to its end nothing else is done with \
            that storage.

            With 65 it ends when objects of the backup are damaged or missing, each of which it names. With --without-damaged it \
            goes on without them, and ends with 65 as well: `ba-host verify` names the packs and builds that lack theirs, of \
            which a new version is uploaded.

            What the backup itself lacks, as the run that made it has told, is named and lacks in the new host, too: it ends with 65 then.

            With --reuse-objects the store may be the one that the host had: what is in it as it should be is not copied again. \
            It must be no other host's.

            What was being uploaded is uploaded anew; all else goes on from where it was: keys, web hooks, reviews and releases.

            EXAMPLES
              ba-host restore /backups/packs --data /srv/new
              ba-host restore /backups/packs --database postgres://host@db/host --objects s3://packs
            """)

    @Argument(help: "The folder of the backup.", completion: .directory) var folder: String
    @OptionGroup var storage: StorageOptions
    @Flag(help: "Go on without objects of the backup that are damaged or missing.") var withoutDamaged = false
    @Flag(help: "Take what the store has already: the host's own, whose database is lost.") var reuseObjects = false

    func run() async throws { try await HostCommandError.converting { try await restore() } }

    private func restore() async throws {
        let location = try HostLocation(try storage.configuration())
        let place = BackupPlace(folder)
        try place.checkApart(from: location.folder)
        try place.requireBackup()
        // Before anything is made: what cannot be read is no half of a host.
        let files = FileManager.default.fileExists(atPath: place.identity.folder.path) ? try place.identity.files : [:]
        let restore = try HostRestore(from: place.path)
        let faultCount = Atomic(0)
        let summary = try await location.withStore(beginsHost: true, isMigrated: false, checksObjects: false) {
            [withoutDamaged, reuseObjects] store in
            try await restore.run(into: store, reusesObjects: reuseObjects, mayLack: withoutDamaged) { fault in
                faultCount.add(1, ordering: .relaxed)
                Console.standard.note(fault)
            }
        }
        if !files.isEmpty, let identity = location.identity {
            if try identity.isMade {
                Console.standard.note(
                    "\(identity.folder.path) has certificates already: those of the backup are left where they are")
            } else {
                try identity.write(files)
            }
        }
        let lacking = faultCount.load(ordering: .relaxed)
        Console.standard.write(
            "\(summary.rowCount) records and \(summary.objectCount) objects, \(Quantity.bytes(summary.objectSize)), are as they "
                + "were on \(summary.time)" + (lacking > 0 ? "; \(lacking) objects are missing" : ""))
        if lacking > 0 { throw ExitCode(ToolExitCode.badInput.rawValue) }
    }
}
