// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import SystemSupport
import Testing

@testable import ControlCommands

@Suite(.timeLimit(.minutes(2))) struct SigningCommandTests {
    /// A bundle that is right, unless keys are changed.
    private func makeBundle(_ session: ToolSession, app: [String: PropertyValue] = SampleBundle.managed) throws {
        try session.write(try SampleBundle.xml(app), to: "Coast.app/Info.plist")
        try session.write(try SampleBundle.xml(SampleBundle.downloader), to: "Coast.app/Extensions/D.appex/Info.plist")
        try session.write("#!/bin/sh\n", to: "Coast.app/Coast", mode: 0o755)
        try session.write("#!/bin/sh\n", to: "Coast.app/Extensions/D.appex/Downloader", mode: 0o755)
    }

    /// Runs a command in an environment of its own, below the session's folder.
    private func with(
        _ body: (_ run: ([String]) async throws -> ToolSession.Outcome, _ folder: String) async throws -> Void
    )
        async throws
    {
        let folder = "/tmp/sign-\(UInt32.random(in: .min ... .max))"
        try Directory.createFolders(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(
            { arguments in
                try await ToolSession.with { session in
                    await session.run(arguments, environment: ["XDG_CONFIG_HOME": folder])
                }
            }, folder)
    }

    @Test("A17: teams are made, listed, shown and moved, and no private key is printed") func teams() async throws {
        try await with { run, folder in
            #expect(try await run(["team", "list"]).error.contains("ba team new NAME"))
            let made = try await run(["team", "new", "studio", "--json"])
            #expect(made.status == 0)
            let record = try #require(made.json as? [String: String])
            let key = try String(contentsOfFile: folder + "/background-assets/teams/studio.pem", encoding: .utf8)
            #expect(record["path"] == folder + "/background-assets/teams/studio.pem")
            #expect(record["publicKey"]?.count == 64 && record["fingerprint"]?.count == 23)
            let twice = try await run(["team", "new", "studio"])
            #expect(twice.status == 73 && twice.error.contains("there is a team studio already"))
            let shown = try await run(["team", "show", "studio"])
            #expect(
                shown.output.contains(record["fingerprint"] ?? "-") && shown.output.contains(record["publicKey"] ?? "-")
            )
            let listed = try await run(["team", "list"])
            #expect(listed.output.contains("studio") && listed.output.contains(record["fingerprint"] ?? "-"))
            #expect(try await run(["team", "show", "other"]).status == 66)
            #expect(try await run(["sign", folder + "/Missing.app", "--team", "studio"]).status == 66)

            let exported = try await run(["team", "export", "studio", "-o", folder + "/moved.pem"])
            #expect(exported.status == 0)
            #expect(FileStatus(path: folder + "/moved.pem")?.permissions == 0o600)
            #expect(try await run(["team", "export", "studio", "-o", folder + "/moved.pem"]).status == 73)
            let imported = try await run(["team", "import", "ci", folder + "/moved.pem", "--json"])
            #expect((imported.json as? [String: String])?["publicKey"] == record["publicKey"])
            chmod(folder + "/moved.pem", 0o644)
            let exposed = try await run(["team", "import", "third", folder + "/moved.pem"])
            #expect(exposed.status == 78 && exposed.error.contains("chmod 600"))
            let secret = try #require(key.split(separator: "\n").dropFirst().first)
            for outcome in [made, twice, shown, listed, exported, imported, exposed] {
                #expect(!(outcome.output + outcome.error).contains(secret))
            }
        }
    }

    @Test("A17: ba sign signs, ba doctor says by whom, and what was changed is found") func signs() async throws {
        try await ToolSession.with { session in
            try makeBundle(session)
            let config = ["XDG_CONFIG_HOME": session.folder + "/config"]
            _ = try TeamFolderSample.make("studio", in: session.folder + "/config")
            let outcome = await session.run(["sign", "Coast.app", "--team", "studio", "--json"], environment: config)
            #expect(outcome.status == 0, "\(outcome.error)")
            let record = try #require(outcome.json as? [String: Any])
            #expect(record["bundleID"] as? String == "com.example.coast")
            let team = try #require(record["team"] as? String)
            #expect(session.peerlessDoctor("Coast.app").contains("it is signed by team \(team)"))
            try session.write("more", to: "Coast.app/more")
            #expect(session.peerlessDoctor("Coast.app").contains("ERROR   more: it was added after"))
        }
    }

    @Test("A17: ba sign tells what it lacks") func signingErrors() async throws {
        for (arguments, status, text) in [
            (["sign", "Coast.app"], Int32(64), "give --team, or --key-file"),
            (["sign", "Coast.app", "--team", "a", "--key-file", "b"], 64, "give --team"),
            (["sign", "Coast.app", "--team", "none"], 66, "there are studio"),
            (["sign", "None.app", "--team", "studio"], 66, "there is no bundle"),
            (["sign", "Coast.app", "--key-file", "Coast.app/Coast"], 78, "chmod 600"),
        ] {
            try await ToolSession.with { session in
                try makeBundle(session)
                _ = try TeamFolderSample.make("studio", in: session.folder + "/config")
                let outcome = await session.run(
                    arguments, environment: ["XDG_CONFIG_HOME": session.folder + "/config"])
                #expect(outcome.status == status, "\(arguments): \(outcome.error)")
                #expect(outcome.error.contains(text), "\(arguments): \(outcome.error)")
            }
        }
    }

    struct Submission: Sendable {
        var change: @Sendable (inout [String: PropertyValue]) -> Void = { _ in }
        var isSigned = true
        var manifest: String?
        var words: String?
    }

    private static let complete: @Sendable (inout [String: PropertyValue]) -> Void = { app in
        app = SampleBundle.unmanaged
        app["BAAppGroupID"] = .string("group.com.example.coast")
        app["BAMaxInstallSize"] = .integer(2_000_000)
        app["BAEssentialMaxInstallSize"] = .integer(500_000)
    }

    private static func pack(_ size: Int, installed: Int) -> String {
        """
        {"assetPacks": [{"id": "p", "url": "p.aar", "version": 1, "downloadSize": \(size), "installedSize": \(installed),
          "downloadPolicy": {"essential": {"installationEventTypes": ["firstInstallation"]}}}]}
        """
    }

    static let submissions: [Submission] = [
        Submission(),
        Submission(change: complete),
        Submission(isSigned: false, words: "it is not signed: sign it with the key"),
        Submission(
            change: { app in
                complete(&app)
                app["BAMaxInstallSize"] = nil
            }, words: "BAMaxInstallSize is missing: people are shown it"),
        Submission(
            change: { app in
                complete(&app)
                app["BAEssentialMaxInstallSize"] = nil
            }, words: "BAEssentialMaxInstallSize is missing: people are shown it"),
        Submission(
            change: { app in
                complete(&app)
                app["BAAppGroupID"] = nil
            }, words: "BAAppGroupID: name the app group"),
        Submission(
            change: { app in
                complete(&app)
                app["BAInitialDownloadRestrictions"] = nil
            }, words: "BAInitialDownloadRestrictions is missing"),
        Submission(
            change: { app in
                complete(&app)
                app["BAInitialDownloadRestrictions"] = .dictionary([
                    "BADownloadAllowance": .integer(1), "BAEssentialDownloadAllowance": .integer(0),
                    "BADownloadDomainAllowList": .array([.string("example.com")]),
                ])
            }, words: "none of the essential assets can be fetched"),
        Submission(
            change: { $0["CFBundleVersion"] = .string("1.0-beta") }, words: "CFBundleVersion must be up to three"),
        Submission(
            change: { app in
                complete(&app)
                app["CFBundleName"] = .string("Coast 1.0\n  the app   10 kB")
            }, words: "CFBundleName holds line ends"),
        Submission(change: { $0["BAUsesAppleHosting"] = nil }, words: "managed asset packs come from somewhere"),
        Submission(change: complete, manifest: pack(900, installed: 400_000)),
        Submission(
            change: complete, manifest: pack(2000, installed: 400_000),
            words: "BAEssentialDownloadAllowance allows 1000"),
        Submission(change: complete, manifest: pack(900, installed: 600_000), words: "take 600000 bytes, and"),
    ]

    @Test(
        "A17, B14: ba submit-check accepts what a store would, and says what it would not",
        arguments: submissions.indices)
    func decides(index: Int) async throws {
        let submission = Self.submissions[index]
        try await ToolSession.with { session in
            var app = SampleBundle.managed
            submission.change(&app)
            try makeBundle(session, app: app)
            if submission.isSigned { try TeamFolderSample.sign(session.folder + "/Coast.app") }
            if let manifest = submission.manifest { try session.write(manifest, to: "manifest.json") }
            let more = submission.manifest == nil ? [] : ["--manifest", "manifest.json"]
            let outcome = await session.run(["submit-check", "Coast.app", "--json"] + more)
            let report = try #require(outcome.json as? [String: Any], "\(outcome.error)")
            #expect(report["accepted"] as? Bool == (submission.words == nil), "\(outcome.output)")
            #expect(outcome.status == (submission.words == nil ? 0 : 78))
            let findings = try #require(report["findings"] as? [[String: Any]])
            let errors = findings.filter { $0["level"] as? String == "error" }.compactMap { $0["message"] as? String }
            if let words = submission.words { #expect(errors.contains { $0.contains(words) }, "\(errors)") }
            #expect((report["team"] as? String != nil) == submission.isSigned)
        }
    }

    @Test("A11, B14: ba submit-check shows the sizes that people are shown, and warns of what is hardly meant")
    func showsSizes() async throws {
        try await ToolSession.with { session in
            var app = SampleBundle.managed
            Self.complete(&app)
            app["BAEssentialMaxInstallSize"] = .integer(500)
            try makeBundle(session, app: app)
            try TeamFolderSample.sign(session.folder + "/Coast.app")
            let outcome = await session.run("submit-check", "Coast.app")
            #expect(outcome.status == 0, "\(outcome)")
            #expect(
                outcome.output.contains("essential assets, there when it is opened up to 500 B"), "\(outcome.output)")
            #expect(outcome.output.contains("other assets                              up to 2 MB"))
            #expect(
                outcome.output.contains("warning Info.plist: BAEssentialMaxInstallSize is 500: it is a number of bytes")
            )
            #expect(outcome.output.contains("ok      com.example.coast: 1.0 (7) would be accepted"))
        }
    }

    @Test("A11, B14: no name of an app can stand for a line of its own, among sizes and findings") func names()
        async throws
    {
        try await ToolSession.with { session in
            var app = SampleBundle.managed
            Self.complete(&app)
            app["CFBundleName"] = .string("Coast 1.0\n  the app   10 kB\n")
            app["BAManifestURL"] = .string("http://x\nok      all: well")
            try makeBundle(session, app: app)
            let outcome = await session.run("submit-check", "Coast.app")
            #expect(outcome.status == 78)
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.contains("Coast 1.0\u{fffd} the app 10 kB\u{fffd} 1.0"), "\(outcome.output)")
            #expect(lines.count { $0.hasPrefix("  the app ") } == 1)
            #expect(!lines.contains { $0.hasPrefix("ok ") })
        }
    }

    @Test("A17: ba submit-check needs a bundle, and a manifest that is one") func badInput() async throws {
        for (arguments, status) in [
            (["submit-check", "None.app"], Int32(66)), (["submit-check", "Coast.app", "--manifest", "none"], 66),
            (["submit-check", "Coast.app", "--manifest", "Coast.app/Coast"], 65),
        ] {
            try await ToolSession.with { session in
                try makeBundle(session)
                #expect(await session.run(arguments).status == status, "\(arguments)")
            }
        }
    }
}
