// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import Testing

@Suite("ba-host backup and restore", .serialized, .timeLimit(.minutes(2))) struct BackupCommandTests {
    @Test("A host is backed up beside its server, and made anew elsewhere, with its certificates") func host()
        async throws
    {
        try await ServingHost.with { host in
            let version = try await host.upload("Tutorial", of: try await host.app()).versionID
            _ = try await host.processed(version)
            let (backup, new) = (host.folder.path("backup"), host.folder.path("new"))
            for _ in 0..<2 {
                let run = try await host.ba("backup", backup)
                #expect(run.status == 0 && run.output.contains(" 3 objects"), "\(run)")
            }
            // In the host's own folder it would be lost with it; a link leads there, too.
            try FileManager.default.createSymbolicLink(
                atPath: host.folder.path("link"), withDestinationPath: host.folder.path("host"))
            for place in ["host", "host/objects", "host/new", "link/new"] {
                let within = try await host.ba("backup", host.folder.path(place))
                #expect(within.status == 65 && within.errors.contains("the folder of the host"), "\(place): \(within)")
            }
            #expect(try await host.ba("verify").status == 0)
            let shown = try await host.ba("backup", backup, "--json")
            let told = try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any]
            #expect(shown.status == 0 && told?["objects"] as? Int == 3 && (told?["faults"] as? [Any])?.isEmpty == true)
            let permissions = try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int
            #expect(permissions == 0o700)
            func ba(_ arguments: String...) async throws -> ProgramRun {
                try await ProgramRun.run(
                    "ba-host", arguments + ["--data", new],
                    environment: host.storage.environment(home: host.folder))
            }
            let restored = try await ba("restore", backup)
            #expect(restored.status == 0 && restored.output.contains(" 3 objects"), "\(restored)")
            #expect(try await ba("verify").status == 0)
            #expect(try await ba("app", "list").output.contains("com.example.game"))
            for name in ["ca.pem", "ca-key.pem", "leaf.pem", "leaf-key.pem"] {
                let contents = [host.folder.path("host"), new].map {
                    FileManager.default.contents(atPath: $0 + "/identity/" + name)
                }
                #expect(contents[0] == contents[1] && contents[0] != nil, "\(name)")
            }
            for arguments in [["verify"], ["backup", host.folder.path("other")]] {
                let none = try await ProgramRun.run(
                    "ba-host", arguments + ["--data", host.folder.path("nowhere")],
                    environment: host.storage.environment(home: host.folder))
                #expect(none.status == 66 && none.errors.contains("there is no host in"), "\(none)")
            }
            #expect(!FileManager.default.fileExists(atPath: host.folder.path("nowhere")))
            let again = try await ba("restore", backup)
            #expect(again.status == 65 && again.errors.contains("there is a host already"), "\(again)")
            let elsewhere = host.folder.path("elsewhere")
            let nothing = try await ProgramRun.run(
                "ba-host", ["restore", host.folder.path("nothing"), "--data", elsewhere])
            #expect(nothing.status == 66 && nothing.errors.contains("there is no backup in"), "\(nothing)")
            #expect(!FileManager.default.fileExists(atPath: elsewhere))
            try host.folder.write("x", to: "file")
            for place in ["file", "file/below"] {
                let none = try await host.ba("backup", host.folder.path(place))
                #expect(none.status == 73 && none.errors.contains("cannot be the folder of a backup"), "\(none)")
            }
        }
    }

    @Test("A damaged backup is mended by another, or makes a host that lacks what is damaged") func damaged()
        async throws
    {
        try await ServingHost.with { host in
            let appID = try await host.app()
            _ = try await host.processed(try await host.upload("Tutorial", of: appID).versionID)
            let (backup, new) = (host.folder.path("backup"), host.folder.path("new"))
            #expect(try await host.ba("backup", backup).status == 0)
            let files = try #require(FileManager.default.enumerator(atPath: backup + "/objects/files"))
            let name = try #require(files.compactMap { $0 as? String }.first)
            let copy = URL(fileURLWithPath: backup + "/objects/files/" + name)
            var bytes = try Data(contentsOf: copy)
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: copy)
            let refused = try await ProgramRun.run("ba-host", ["restore", backup, "--data", new])
            #expect(refused.status == 65 && refused.errors.contains("1 of 3 objects"), "\(refused)")
            let lacking = try await ProgramRun.run(
                "ba-host", ["restore", backup, "--data", new, "--without-damaged"])
            #expect(lacking.status == 65 && lacking.output.contains("1 objects are missing"), "\(lacking)")
            let verified = try await ProgramRun.run("ba-host", ["verify", "--data", new])
            #expect(verified.status == 65 && verified.errors.contains("Tutorial"), "\(verified)")
            let mended = try await host.ba("backup", backup, "--check")
            #expect(mended.status == 0, "\(mended)")
            let whole = try await ProgramRun.run("ba-host", ["restore", backup, "--data", host.folder.path("whole")])
            #expect(whole.status == 0, "\(whole)")
        }
    }

    @Test("No host is made within a backup; records that are damaged are written anew when all is read again")
    func places() async throws {
        try await ServingHost.with { host in
            _ = try await host.processed(try await host.upload("Tutorial", of: try await host.app()).versionID)
            let backup = host.folder.path("backup")
            #expect(try await host.ba("backup", backup).status == 0)
            for place in [backup, backup + "/objects", backup + "/new"] {
                let run = try await ProgramRun.run("ba-host", ["restore", backup, "--data", place])
                #expect(run.status == 65 && run.errors.contains("the folder of the backup"), "\(run)")
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: backup)
            let records = backup + "/" + (try #require(names.first { $0.hasPrefix("records-") }))
            for change in ["cut", "gone", "summary"] {
                switch change {
                case "cut": truncate(records, 100)
                case "gone": unlink(records)
                default: try host.folder.write("{", to: "backup/backup.json")
                }
                if change == "summary" { break }
                let refused = try await host.ba("backup", backup)
                #expect(refused.status == 65 && refused.errors.contains("with --check"), "\(change): \(refused)")
                let restored = try await ProgramRun.run(
                    "ba-host", ["restore", backup, "--data", host.folder.path("other")])
                #expect(restored.status == 65, "\(change): \(restored)")
            }
            let refused = try await host.ba("backup", backup)
            #expect(refused.status == 65 && refused.errors.contains("with --check"), "\(refused)")
            #expect(try await host.ba("backup", backup, "--check").status == 0)
            let whole = try await ProgramRun.run("ba-host", ["restore", backup, "--data", host.folder.path("whole")])
            #expect(whole.status == 0, "\(whole)")
            // What is called as a file of a backup is, and is none.
            for (path, make) in [("a/host", true), ("file", false)] {
                if make { mkdir(host.folder.path("a"), 0o755) }
                if make { mkdir(host.folder.path(path), 0o755) } else { try host.folder.write("x", to: path) }
                let run = try await host.ba("backup", host.folder.path(make ? "a" : path))
                #expect(run.status == (make ? 65 : 73), "\(path): \(run)")
            }
        }
    }

    @Test("Of backups into one new folder at once one is made, and the others hear of it") func atOnce() async throws {
        try await ServingHost.with { host in
            _ = try await host.processed(try await host.upload("Tutorial", of: try await host.app()).versionID)
            for round in 1...3 {
                let backup = host.folder.path("backup-\(round)")
                let runs = try await withThrowingTaskGroup(of: ProgramRun.self) { group in
                    for _ in 0..<6 { group.addTask { try await host.ba("backup", backup) } }
                    return try await group.reduce(into: [ProgramRun]()) { $0.append($1) }
                }
                #expect(runs.contains { $0.status == 0 } && runs.allSatisfy { [0, 75].contains($0.status) }, "\(runs)")
            }
        }
    }

    @Test("A restore that broke off is told by whatever else is done there, and gone on with") func broken()
        async throws
    {
        try await ServingHost.with { host in
            _ = try await host.processed(try await host.upload("Tutorial", of: try await host.app()).versionID)
            let (backup, new) = (host.folder.path("backup"), host.folder.path("new"))
            #expect(try await host.ba("backup", backup).status == 0)
            func ba(_ arguments: String...) async throws -> ProgramRun {
                try await ProgramRun.run("ba-host", arguments + ["--data", new])
            }
            // An object is gone, until it is found again.
            let objects = backup + "/objects"
            try FileManager.default.moveItem(atPath: objects, toPath: backup + ".objects")
            #expect(try await ba("restore", backup).status == 65)
            for arguments in [
                ["serve", "--port", "0"], ["app", "list"], ["check-config"], ["backup", new + ".backup"],
            ] {
                let run = try await ProgramRun.run("ba-host", arguments + ["--data", new])
                #expect(run.status == 75 && run.errors.contains("`ba-host restore`"), "\(arguments): \(run)")
            }
            try FileManager.default.removeItem(atPath: objects)
            try FileManager.default.moveItem(atPath: backup + ".objects", toPath: objects)
            // Another backup is none that goes on with it.
            let other = host.folder.path("other-backup")
            #expect(try await host.ba("backup", other).status == 0)
            let refused = try await ba("restore", other)
            #expect(refused.status == 75 && refused.errors.contains(backup), "\(refused)")
            #expect(try await ba("restore", backup).status == 0)
            #expect(try await ba("verify").status == 0)
            #expect(try await ba("app", "list").output.contains("com.example.game"))
        }
    }
}
