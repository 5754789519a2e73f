// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Foundation
import Glibc
import IPCTestSupport
import ServiceInterface
import SystemSupport
import Testing
import Varlink

/// Runs a real extension process over sockets that it inherits.
@Suite(.timeLimit(.minutes(2))) struct ExtensionProcessTests {
    private static let executable: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (path as NSString).deletingLastPathComponent + "/FixtureExtension"
    }()

    private static let pack = DownloadManifestEntry(
        id: "pack", url: "https://example.org/p", version: 3, downloadSize: 10, downloadPolicy: .onDemand)

    private func exitCode(_ pid: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
    }

    /// An extension, the service's end of its calls, and the connection on which it is asked.
    private func launch() throws -> (pid: pid_t, asking: VarlinkConnection, called: ScriptedConnection) {
        let (pid, asking, called, _) = try launchWithStream()
        return (pid, asking, called)
    }

    /// The same with the service's end of the events.
    private func launchWithStream() throws -> (
        pid: pid_t, asking: VarlinkConnection, called: ScriptedConnection, stream: ScriptedConnection
    ) {
        let (asking, serve) = try socketPair()
        let (called, call) = try socketPair()
        let (streamed, stream) = try socketPair()
        defer {
            close(serve)
            close(call)
            close(stream)
        }
        var launcher = ProcessLauncher(
            executable: Self.executable,
            environment: [
                "BACKGROUND_ASSETS_EXTENSION_SOCKETS": "3,4", "BACKGROUND_ASSETS_EXTENSION_STREAM": "5",
                "BACKGROUND_ASSETS_ROOT": "/nonexistent/root", "BACKGROUND_ASSETS_LAUNCH_TOKEN": "token",
                "PATH": "/usr/bin:/bin",
                "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
            ])
        launcher.descriptors = [serve, call, stream]
        launcher.standardError = 2
        launcher.diesWithParent = false
        let pid = try launcher.start()
        return (
            pid, VarlinkConnection(descriptor: OwnedDescriptor(taking: asking)),
            ScriptedConnection(descriptor: OwnedDescriptor(taking: called)),
            ScriptedConnection(descriptor: OwnedDescriptor(taking: streamed))
        )
    }

    @Test func answersUntilTheServiceCloses() async throws {
        let (pid, asking, called) = try launch()
        func isWanted(_ pack: DownloadManifestEntry) async throws -> Bool {
            try await asking.call(
                ExtensionInterface.ShouldDownload.method, ExtensionInterface.ShouldDownload(pack: pack),
                returning: ExtensionInterface.ShouldDownload.Reply.self
            ).download
        }
        #expect(try await isWanted(Self.pack))
        var other = Self.pack
        other.id = "unwanted"
        #expect(try await !isWanted(other))
        let info = try await asking.call(
            VarlinkServiceInterface.getInfo, VarlinkServiceInterface.NoParameters(), returning: VarlinkServiceInfo.self)
        #expect(info.interfaces.contains("backgroundassets.v1.Extension"))
        // Nothing was asked of the service so far.
        asking.close()
        #expect(exitCode(pid) == 0)
        _ = called
    }

    @Test func callsTheServiceOnItsOtherSocket() async throws {
        let (pid, asking, called) = try launch()
        startThread {
            while let call = called.next() {
                if call.method == AppsInterface.Hello.method {
                    let hello = try? call.parameters(as: AppsInterface.Hello.self)
                    called.reply(
                        AppsInterface.Hello.Reply(
                            protocolVersion: 1, root: hello?.root ?? "", bundleID: hello?.token ?? "",
                            appGroupID: "group.of.the.service", configurationProblem: nil))
                } else {
                    called.fail(
                        StandardErrorName.methodNotFound, VarlinkServiceInterface.MethodName(method: call.method))
                }
            }
        }
        var pack = Self.pack
        pack.id = "group"  // for which the fixture looks at its app group
        let reply = try await asking.call(
            ExtensionInterface.ShouldDownload.method, ExtensionInterface.ShouldDownload(pack: pack),
            returning: ExtensionInterface.ShouldDownload.Reply.self)
        #expect(reply.download)
        asking.close()
        #expect(exitCode(pid) == 0)
    }

    @Test("C5: an extension follows downloads as the app does") func followsDownloads() async throws {
        let (pid, asking, called, stream) = try launchWithStream()
        startThread {
            while let call = called.next() {
                if call.method == AppsInterface.Hello.method {
                    called.reply(
                        AppsInterface.Hello.Reply(
                            protocolVersion: 1, root: "/nonexistent/root", bundleID: "app", appGroupID: "group",
                            configurationProblem: nil))
                } else {
                    called.fail(
                        StandardErrorName.methodNotFound, VarlinkServiceInterface.MethodName(method: call.method))
                }
            }
        }
        startThread {
            guard let call = stream.next(), call.method == PacksInterface.Subscribe.method, call.more else { return }
            // Its short life is no time to take what the app missed.
            let isApps = (try? call.parameters(as: PacksInterface.Subscribe.self))?.acknowledges ?? false
            if isApps { return }
            stream.reply(PackEvent(id: 0, kind: .subscribed, bundleID: "app", pack: nil), continues: true)
            for kind in [PackEvent.Kind.began, .finished] {
                stream.reply(PackEvent(id: 7, kind: kind, bundleID: "app", pack: Self.pack), continues: true)
            }
        }
        var pack = Self.pack
        pack.id = "events"  // for which the fixture waits until the pack named "pack" has come
        let reply = try await asking.call(
            ExtensionInterface.ShouldDownload.method, ExtensionInterface.ShouldDownload(pack: pack),
            returning: ExtensionInterface.ShouldDownload.Reply.self)
        #expect(reply.download)
        asking.close()
        #expect(exitCode(pid) == 0)
    }

    @Test func startedByHandItSaysSo() throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        var launcher = ProcessLauncher(
            executable: Self.executable,
            environment: ["LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? ""])
        launcher.standardError = ends[1]
        let pid = try launcher.start()
        close(ends[1])
        let output = OwnedDescriptor(taking: ends[0])
        let text = String(decoding: try output.readAll(limit: 10_000, subject: "standard error"), as: UTF8.self)
        #expect(exitCode(pid) == 64)
        #expect(text.contains("app extension"))
    }

    @Test(arguments: ["", "3", "3,", "3,4,5", "x,y", "-1,-2", "0,1", "900,901", "3,3"])
    func anythingButTwoSocketsCountsAsByHand(_ value: String) throws {
        var launcher = ProcessLauncher(
            executable: Self.executable,
            environment: [
                "BACKGROUND_ASSETS_EXTENSION_SOCKETS": value,
                "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
            ])
        launcher.standardError = -1
        #expect(exitCode(try launcher.start()) == 64)
    }

    @Test func nonsenseFromTheServiceEndsIt() throws {
        let (asking, serve) = try socketPair()
        let (called, call) = try socketPair()
        var launcher = ProcessLauncher(
            executable: Self.executable,
            environment: [
                "BACKGROUND_ASSETS_EXTENSION_SOCKETS": "3,4",
                "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
            ])
        launcher.descriptors = [serve, call]
        let pid = try launcher.start()
        close(serve)
        close(call)
        ScriptedConnection(descriptor: OwnedDescriptor(taking: asking)).send(Array("nonsense\0".utf8))
        #expect(exitCode(pid) == 76)
        close(called)
    }
}
