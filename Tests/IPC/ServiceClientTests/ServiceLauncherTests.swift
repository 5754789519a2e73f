// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import CSystemShims
import Foundation
import Glibc
import IPCTestSupport
import ServiceClient
import ServiceInterface
import SystemSupport
import Testing

@Suite struct ServiceLauncherTests {
    @Test func onlyARootOfItsOwnBringsAnExecutable() {
        let variables = ["BACKGROUND_ASSETS_SERVICE_EXECUTABLE": "/tmp/mine"]
        let installed = [
            "/usr/libexec/background-assets/backgroundassetsd",
            "/usr/local/libexec/background-assets/backgroundassetsd",
        ]
        #expect(ServiceLauncher(environment: variables).candidates == installed)
        let own = variables.merging(["BACKGROUND_ASSETS_ROOT": "/tmp/root"]) { $1 }
        #expect(ServiceLauncher(environment: own).candidates == ["/tmp/mine"])
        #expect(ServiceLauncher(environment: own, toolFolder: "/opt/bin").candidates == ["/tmp/mine"])
        #expect(
            ServiceLauncher(environment: [:], toolFolder: "/opt/bin").candidates
                == ["/opt/bin/backgroundassetsd"] + installed)
        let relative = ["BACKGROUND_ASSETS_ROOT": "/r", "BACKGROUND_ASSETS_SERVICE_EXECUTABLE": "mine"]
        #expect(ServiceLauncher(environment: relative).candidates == installed)
    }

    @Test("A service that was built and not installed is brought back by whoever was connected to it")
    func aServiceThatHasRunIsStarted() throws {
        var launcher = ServiceLauncher(environment: ["PATH": "/bin"])
        launcher.candidates = ["/nonexistent/backgroundassetsd"]
        #expect(try launcher.start(orElse: "/bin/true").executable == "/bin/true")
        #expect(throws: ServiceClientError.serviceNotFound(searched: launcher.candidates)) { _ = try launcher.start() }
        // What a test was told to start is all that it starts.
        let own = ServiceLauncher(environment: [
            "BACKGROUND_ASSETS_ROOT": "/r", "BACKGROUND_ASSETS_SERVICE_EXECUTABLE": "/nonexistent/mine",
        ])
        #expect(throws: ServiceClientError.serviceNotFound(searched: ["/nonexistent/mine"])) {
            _ = try own.start(orElse: "/bin/true")
        }
    }

    @Test func theServiceGetsACleanEnvironment() {
        let launcher = ServiceLauncher(environment: [
            "PATH": "/bin", "HOME": "/h", "LANG": "C", "LANGUAGE": "de", "LC_ALL": "de_AT", "LC_MESSAGES": "de",
            "LC_TIME": "C", "TZ": "UTC", "XDG_RUNTIME_DIR": "/run/user/1",
            "BACKGROUND_ASSETS_ROOT": "/r", "LD_PRELOAD": "/evil.so", "BACKGROUND_ASSETS_LAUNCH_TOKEN": "t",
            "BACKGROUND_ASSETS_SERVICE_EXECUTABLE": "/x", "SECRET": "s",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1/bus", "WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0",
            "XAUTHORITY": "/x", "USER": "u",
            "https_proxy": "http://p:1", "no_proxy": "x", "http_proxy": "http://p:1", "ftp_proxy": "http://p:1",
        ])
        #expect(
            launcher.environment.keys.sorted() == [
                "BACKGROUND_ASSETS_ROOT", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "HOME", "LANG", "LANGUAGE", "LC_ALL",
                "LC_MESSAGES", "PATH", "TZ", "USER", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "https_proxy",
                "no_proxy",
            ])
    }

    /// A client of a root of its own, whose service is a shell script.
    private func client(_ folder: TemporaryFolder, script: String) throws -> ServiceClient {
        let executable = folder.path + "/backgroundassetsd"
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: executable))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: executable)
        return try ServiceClient(environment: [
            "BACKGROUND_ASSETS_ROOT": folder.path + "/root", "BACKGROUND_ASSETS_SERVICE_EXECUTABLE": executable,
            "PATH": "/usr/bin:/bin", "SECRET": "s",
        ])
    }

    @Test func aMissingServiceIsStarted() async throws {
        let folder = try TemporaryFolder()
        let started = folder.path + "/started"
        let client = try client(folder, script: "env > \(started).part; mv \(started).part \(started)")
        let location = client.location
        // The script stands for a service that takes its time: this test answers in its place once it has run.
        let answering = Task { () -> ScriptedPeer in
            while FileStatus(path: started) == nil { try await Task.sleep(for: .milliseconds(1)) }
            return try ScriptedPeer(path: location.socketPath) { _, connection in connection.reply(EmptyReply()) }
        }
        _ = try await client.call(PacksInterface.Remove(packID: "p"))
        try await answering.value.stop()
        let environment = try String(contentsOfFile: started, encoding: .utf8)
        #expect(environment.contains("BACKGROUND_ASSETS_ROOT=\(folder.path)/root\n"))
        #expect(!environment.contains("SECRET"))
        let runtime = try #require(FileStatus(path: location.runtime))
        #expect(runtime.permissions == 0o700)
    }

    @Test("A service that an app in the background has started serves others as any other one") func priority()
        async throws
    {
        let folder = try TemporaryFolder()
        let (executable, started) = (folder.path + "/backgroundassetsd", folder.path + "/started")
        try Data("#!/bin/sh\ncat /proc/$$/stat > \(started).part; mv \(started).part \(started)\n".utf8)
            .write(to: URL(fileURLWithPath: executable))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: executable)
        var launcher = ServiceLauncher(environment: ["PATH": "/bin"])
        launcher.candidates = [executable]
        let (ended, ending) = AsyncStream.makeStream(of: (Int32, (any Error)?).self)
        Thread.detachNewThread { [launcher] in
            let result = ba_set_background(0, true)
            do {
                _ = try launcher.start()
                ending.yield((result, nil))
            } catch { ending.yield((result, error)) }
        }
        for await (result, error) in ended {
            #expect(result == 0 && error == nil)
            break
        }
        while FileStatus(path: started) == nil { try await Task.sleep(for: .milliseconds(1)) }
        let fields = try String(contentsOfFile: started, encoding: .utf8).split(separator: " ")
        // The scheduling policy, as proc(5) counts.
        #expect(fields[40] == "\(SCHED_OTHER)", "\(fields)")
    }

    @Test func noExecutableAnywhereNamesThePlaces() async throws {
        let folder = try TemporaryFolder()
        var launcher = ServiceLauncher(environment: [:])
        launcher.candidates = ["/nonexistent/one", folder.path]
        launcher.candidates.removeLast()
        let client = ServiceClient(
            location: ServiceLocation(root: folder.path), role: .tool, launcher: launcher)
        await #expect(throws: ServiceClientError.serviceNotFound(searched: ["/nonexistent/one"])) {
            try await client.call(PacksInterface.List())
        }
    }

    @Test func nobodyIsStartedWhenNobodyShallBe() async throws {
        let folder = try TemporaryFolder()
        let client = try client(folder, script: "touch \(folder.path)/started")
        await #expect(throws: ServiceClientError.serviceNotRunning(socket: client.location.socketPath)) {
            try await client.call(ControlInterface.Stop(), repeats: false, startsService: false)
        }
        #expect(FileStatus(path: folder.path + "/started") == nil)
        #expect(FileStatus(path: client.location.runtime) == nil)
    }

    @Test func aServiceThatCannotStartIsQuoted() async throws {
        let folder = try TemporaryFolder()
        let client = try client(
            folder,
            script: "echo a warning >&2; echo 'Error: the disk is on fire: put it out' >&2; echo Usage >&2; exit 1")
        let error = ServiceClientError.serviceFailed(
            executable: folder.path + "/backgroundassetsd", reason: "the disk is on fire: put it out")
        for _ in 0..<2 {
            await #expect(throws: error) { try await client.call(PacksInterface.List()) }
            #expect(throws: error) { try client.callBlocking(PacksInterface.List()) }
        }
        #expect(error.description.contains("could not start: the disk is on fire"))
    }

    @Test func anEnvironmentWithoutAPlaceIsAnError() throws {
        #expect(throws: ServiceClientError.location(.noHome)) { _ = try ServiceClient(environment: [:]) }
        let relative = ["HOME": "/home/x", "BACKGROUND_ASSETS_ROOT": "state"]
        let error = #expect(throws: ServiceClientError.self) { _ = try ServiceClient(environment: relative) }
        #expect(error == .location(.relativeRoot("state")))
        #expect(
            error?.description.contains("BACKGROUND_ASSETS_ROOT is \"state\", and must be an absolute path") == true)
        let empty = ["HOME": "/home/x", "BACKGROUND_ASSETS_ROOT": "", "BACKGROUND_ASSETS_SERVICE_EXECUTABLE": "/x"]
        #expect(try ServiceClient(environment: empty).location.root == "/home/x/.local/share/background-assets")
        #expect(!ServiceLauncher(environment: empty).candidates.contains("/x"))
    }
}
