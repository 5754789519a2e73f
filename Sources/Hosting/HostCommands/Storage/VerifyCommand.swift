// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingStorage
internal import ToolSupport

struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Read every object, and compare it with what is on record.",
        discussion: """
            Archives and lists of blocks are compared by their SHA-256. It can run beside a server, and changes nothing. \
            It ends with 65 when anything is missing or damaged.

            EXAMPLES
              ba-host verify --data /srv/packs
            """)

    @OptionGroup var storage: StorageOptions
    @Flag(help: "Print a JSON object.") var json = false

    private struct Shown: Encodable {
        let objects: Int
        let bytes: Int64
        let faults, unknown: [String]
    }

    func run() async throws {
        let console = Console.standard
        let isTold = !json
        let report = try await HostCommandError.converting {
            let location = try HostLocation(try storage.configuration())
            return try await location.withStore(beginsHost: false) { store in
                try await HostVerification(store: store).run { fault in if isTold { console.note("\(fault)") } }
            }
        }
        if json {
            try console.writeJSON(
                Shown(
                    objects: report.objectCount, bytes: report.size, faults: report.faults.map(\.description),
                    unknown: report.unknown.map(\.name)))
        } else {
            if !report.unknown.isEmpty {
                console.note(
                    "\(report.unknown.count) objects are on no record: uploads that were broken off have left them")
            }
            console.write(
                "\(report.objectCount) objects, \(Quantity.bytes(report.size)): "
                    + (report.faults.isEmpty ? "all are as they were recorded" : "\(report.faults.count) are not"))
        }
        if !report.faults.isEmpty { throw ExitCode(ToolExitCode.badInput.rawValue) }
    }
}
