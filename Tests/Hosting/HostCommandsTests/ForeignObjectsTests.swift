// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Processes of one host that were given different stores by mistake.
@Suite("Objects of another host", .serialized, .timeLimit(.minutes(2))) struct ForeignObjectsTests {
    @Test("Who has the database, and another folder for objects, ends, and says which") func folders() async throws {
        let storage = HostStorage(database: try await PostgreSQLCluster.shared.newDatabase())
        try await ServingHost.with(storage: storage) { host in
            let version = try await host.upload("Tutorial", of: try await host.app()).versionID
            #expect(try await host.processed(version).string("data/attributes/state") == "COMPLETE")
            try await TemporaryFolder.with { other in
                let objects = other.path("host/objects")
                for arguments in [
                    ["check-config", "--port", "0"], ["worker"], ["serve", "--port", "0"], ["verify"],
                    ["check-config", "--port", "0"], ["backup", other.path("backup")],
                ] {
                    let run = try await ServingHost.ba(arguments, other, storage)
                    #expect(run.status == 78, "\(arguments): \(run)")
                    #expect(run.errors.contains(objects) && run.errors.contains("adopt-objects"), "\(run.errors)")
                }
                // What needs no objects asks for none.
                #expect(try await ServingHost.ba(["app", "list"], other, storage).status == 0)
            }
            #expect(try await host.ba("verify").status == 0)
        }
    }

    @Test("A host whose database is lost is not begun anew over its objects") func lostDatabase() async throws {
        try await ServingHost.with { host in
            let version = try await host.upload("Tutorial", of: try await host.app()).versionID
            #expect(try await host.processed(version).string("data/attributes/state") == "COMPLETE")
            try await TemporaryFolder.with { other in
                func ba(_ arguments: String...) async throws -> ProgramRun {
                    try await ServingHost.ba(arguments, other)
                }
                mkdir(other.path("host"), 0o700)
                try FileManager.default.copyItem(
                    atPath: host.folder.path("host/objects"), toPath: other.path("host/objects"))
                // Nor when a command has begun one that has taken nothing.
                for isBegun in [false, true] {
                    if isBegun { #expect(try await ba("app", "create", "com.example.other").status == 0) }
                    for command in ["check-config", "serve"] {
                        let run = try await ba(command, "--port", "0")
                        #expect(run.status == 78 && run.errors.contains("--reuse-objects"), "\(command): \(run)")
                        #expect(!run.errors.contains("adopt-objects"), "\(run)")
                    }
                }
            }
            #expect(try await host.ba("verify").status == 0)
        }
    }

    @Test("What begins no host leaves a database as empty as it was") func emptyDatabase() async throws {
        let storage = HostStorage(database: try await PostgreSQLCluster.shared.newDatabase())
        try await TemporaryFolder.with { folder in
            for arguments in [["verify"], ["app", "list"], ["adopt-objects"], ["backup", folder.path("backup")]] {
                let run = try await ServingHost.ba(arguments, folder, storage)
                #expect(run.status == 66 && run.errors.contains("no host in the database"), "\(arguments): \(run)")
            }
            for path in ["backup", "host"] { #expect(!FileManager.default.fileExists(atPath: folder.path(path))) }
            // A backup goes to empty databases only.
            try await ServingHost.with { host in
                _ = try await host.app()
                #expect(try await host.ba("backup", host.folder.path("backup")).status == 0)
                let restored = try await ServingHost.ba(["restore", host.folder.path("backup")], folder, storage)
                #expect(restored.status == 0, "\(restored)")
                // Nor to a store that is a host's, unless it is the one that has lost its database.
                let other = HostStorage(database: try await PostgreSQLCluster.shared.newDatabase())
                let refused = try await ServingHost.ba(["restore", host.folder.path("backup")], folder, other)
                #expect(refused.status == 65 && refused.errors.contains("--reuse-objects"), "\(refused)")
                #expect(try await ServingHost.ba(["verify"], folder, other).status == 66)
                let reused = try await ServingHost.ba(
                    ["restore", host.folder.path("backup"), "--reuse-objects"], folder, other)
                #expect(reused.status == 0, "\(reused)")
            }
            #expect(try await ServingHost.ba(["verify"], folder, storage).status == 0)
        }
    }

    @Test("A database without a host is told from one that is none") func noDatabase() async throws {
        try await TemporaryFolder.with { folder in
            // What is left of a server that was ended at its first step.
            try folder.write("", to: "host/host.sqlite")
            let none = try await ServingHost.ba(["app", "list"], folder)
            #expect(none.status == 66 && none.errors.contains("there is no host in \(folder.path("host"))"), "\(none)")
            try folder.write(String(repeating: "no database\n", count: 1_000), to: "host/host.sqlite")
            for arguments in [["app", "list"], ["check-config", "--port", "0"], ["serve", "--port", "0"]] {
                let run = try await ServingHost.ba(arguments, folder)
                #expect(run.status == 65 && run.errors.contains("damaged, or is none"), "\(arguments): \(run)")
            }
        }
    }

    @Test("A worker begins no host, and says of none which objects are its own") func earlyWorker() async throws {
        let storage = HostStorage(database: try await PostgreSQLCluster.shared.newDatabase())
        try await TemporaryFolder.with { folder in
            #expect(try await ServingHost.ba(["worker"], folder, storage).status == 75)
            #expect(try await ServingHost.ba(["verify"], folder, storage).status == 66)
            try await TemporaryFolder.with { right in
                #expect(try await ServingHost.ba(["app", "create", "com.example.game"], right, storage).status == 0)
                let early = try await ServingHost.ba(["worker"], folder, storage)
                #expect(early.status == 75, "\(early)")
                let verified = try await ServingHost.ba(["verify"], right, storage)
                #expect(verified.status == 0, "\(verified)")
            }
        }
    }

    @Test("Objects that were lost are given up by a command, and then only") func lost() async throws {
        try await TemporaryFolder.with { folder in
            func ba(_ arguments: String...) async throws -> ProgramRun { try await ServingHost.ba(arguments, folder) }
            #expect(try await ba("adopt-objects").status == 66)
            #expect(try await ba("app", "create", "com.example.game").status == 0)
            #expect(try await ba("verify").status == 0)
            try FileManager.default.removeItem(atPath: folder.path("host/objects"))
            for isThere in [false, true] {
                // Where a disk is mounted that is not there.
                if isThere { mkdir(folder.path("host/objects"), 0o700) }
                let run = try await ba("check-config")
                #expect(run.status == 78 && run.errors.contains(folder.path("host/objects")), "\(run)")
            }
            for command in ["verify", "worker"] {
                let run = try await ba(command)
                #expect(run.status == 78 && run.errors.contains(folder.path("host/objects")), "\(run)")
            }
            let adopted = try await ba("adopt-objects")
            #expect(adopted.status == 0 && adopted.output.contains(folder.path("host/objects")), "\(adopted)")
            #expect(try await ba("verify").status == 0)
            #expect(try await ba("audit").output.contains("host.adopt-objects"))
        }
    }
}
