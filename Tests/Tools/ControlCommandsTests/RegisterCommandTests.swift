// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import ServiceInterface
import SystemSupport
import Testing

@testable import ControlCommands

@Suite(.timeLimit(.minutes(2))) struct RegisterCommandTests {
    private func writeBundle(_ session: ToolSession, _ path: String) throws {
        try session.write(try SampleBundle.xml(SampleBundle.managed), to: path + "/Info.plist")
        try session.write("#!", to: path + "/Coast", mode: 0o755)
        try session.write(try SampleBundle.xml(SampleBundle.downloader), to: path + "/Extensions/D.appex/Info.plist")
        try session.write("#!", to: path + "/Extensions/D.appex/Downloader", mode: 0o755)
    }

    @Test func registersABundleWhereItLies() async throws {
        try await ToolSession.with { session in
            try writeBundle(session, "Coast.app")
            session.peer.on(AppsInterface.Register.self) { call, exchange in
                #expect(call.path == session.folder + "/Coast.app")
                try exchange.reply(Samples.progress(.finished, 1))
            }
            let outcome = await session.run("register", "Coast.app")
            #expect(outcome.status == 0)
            #expect(outcome.output == "Registered com.example.coast. Start it with: ba launch com.example.coast\n")
        }
    }

    @Test func writesAFileForEveryUserBelowADestination() async throws {
        try await ToolSession.with { session in
            try writeBundle(session, "debian/coast/usr/lib/coast/Coast.app")
            let outcome = await session.run(
                "register", "--system", "--root", "debian/coast", "/usr/lib/coast/../coast/Coast.app")
            #expect(outcome.status == 0, "\(outcome.error)")
            let file = "debian/coast/usr/share/background-assets/apps.d/com.example.coast.json"
            #expect(FileStatus(path: session.folder + "/" + file)?.permissions == 0o644)
            let entry = try JSONDecoder().decode(
                SystemAppEntry.self, from: Data(try session.read(file).utf8))
            #expect(entry == SystemAppEntry(bundleID: "com.example.coast", path: "/usr/lib/coast/Coast.app"))
            #expect(session.peer.methods.isEmpty)
        }
    }

    @Test func refusesABundleThatCannotBeUsed() async throws {
        try await ToolSession.with { session in
            try writeBundle(session, "root/opt/Coast.app")
            try FileManager.default.removeItem(atPath: session.folder + "/root/opt/Coast.app/Coast")
            let outcome = await session.run("register", "--system", "--root", "root", "/opt/Coast.app")
            #expect(outcome.status == 78)
            #expect(FileStatus(path: session.folder + "/root/usr") == nil)
        }
    }

    @Test(
        arguments: [
            (["register", "Missing.app"], Int32(66)), (["register", "--root", "a", "b"], 64),
            (["register", "--system", "--root", "root", "/opt/None.app"], 66),
        ] as [([String], Int32)])
    func refusesWhatIsNotThere(arguments: [String], status: Int32) async throws {
        try await ToolSession.with { session in #expect(await session.run(arguments).status == status) }
    }
}
