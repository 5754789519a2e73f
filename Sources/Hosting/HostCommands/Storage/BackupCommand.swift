// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import HostingIdentity
internal import HostingStorage
internal import ToolSupport

/// `ba-host backup FOLDER`
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy all that a host is into a folder.",
        discussion: """
            It can run beside servers: the records are those of one moment. A folder that has a backup already is brought up \
            to date: objects that it has are not copied again, those that the host has no more are removed at the end, and until \
            then it is the backup that it was. Every byte \
            that is copied is compared with what is on record, and with --check every byte that was copied before; with 65 it \
            says that an object was not what it should be, and that the backup lacks it. A folder that has anything else in it, or the \
            backup of another host, is left as it is.

            The folder holds secrets, and is made for this user alone. The certificates of the host's own authority are in it, \
            those that --identity-path names are not.

            EXAMPLES
              ba-host backup /backups/packs --data /srv/packs
            """)

    @Argument(help: "The folder of the backup; made when it is missing.", completion: .directory) var folder: String
    @OptionGroup var storage: StorageOptions
    @Flag(help: "Read what the folder has of objects, too, and copy anew what is damaged there.") var check = false
    @Flag(help: "Print a JSON object.") var json = false

    private struct Shown: Encodable {
        let rows, objects: Int
        let bytes: Int64
        let faults: [String]
    }

    func run() async throws { try await HostCommandError.converting { try await backUp() } }

    private func backUp() async throws {
        let console = Console.standard
        let location = try HostLocation(try storage.configuration())
        try location.requireHost()
        let place = BackupPlace(folder)
        try place.checkOutside(of: location.folder)
        try place.checkFolder()
        let (faults, fault) = AsyncStream.makeStream(of: String.self)
        let isTold = !json
        let summary = try await location.withStore(beginsHost: false) { store in
            try await HostBackup(store: store).run(into: place.path, isReadAgain: check) { text in
                fault.yield(text)
                if isTold { console.note(text) }
            }
        }
        fault.finish()
        if let identity = location.identity, try identity.isMade { try place.identity.write(identity.files) }
        var texts: [String] = []
        for await text in faults { texts.append(text) }
        if json {
            try console.writeJSON(
                Shown(
                    rows: summary.rowCount, objects: summary.objectCount, bytes: summary.objectSize, faults: texts))
        } else {
            console.write(
                "\(summary.rowCount) records and \(summary.objectCount) objects, \(Quantity.bytes(summary.objectSize)), are in "
                    + place.path + (texts.isEmpty ? "" : "; \(texts.count) objects are missing"))
        }
        if !texts.isEmpty { throw ExitCode(ToolExitCode.badInput.rawValue) }
    }
}
