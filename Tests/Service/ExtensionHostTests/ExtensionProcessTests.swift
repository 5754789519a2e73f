// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import Glibc
import Logging
import ServiceInterface
import SystemSupport
import Testing

@testable import ExtensionHost

/// Real processes: scripts that do what an extension must not, and the fixture that does what it must.
@Suite(.timeLimit(.minutes(2)))
struct ExtensionProcessTests {
    private static let pack = DownloadManifestEntry(
        id: "Level", url: "https://example.org/p", version: 3, downloadSize: 10, downloadPolicy: .onDemand)

    private func launch(
        _ executable: String, in folder: TemporaryFolder, runTime: Double = 20, memory: UInt64 = 64 << 20,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) async throws -> ExtensionProcess {
        var launch = ExtensionLaunch(
            extensionID: "com.example.game.downloader", executable: executable, directory: folder.path,
            environment: ["PATH": "/usr/bin:/bin", "BACKGROUND_ASSETS_ROOT": folder.path], runTime: runTime,
            memory: memory)
        launch.meterInterval = 10
        let (process, sockets) = try await ExtensionProcess.start(launch, logger: logger)
        for socket in sockets { close(socket) }
        #expect(sockets.count == 4)
        return process
    }

    private func script(_ text: String, in folder: TemporaryFolder) throws -> String {
        let path = try folder.write("#!/bin/sh\n" + text + "\n", to: "script-\(UUID().uuidString)")
        chmod(path, 0o755)
        return path
    }

    /// Asks a script, and answers how it failed.
    private func failure(
        _ text: String, runTime: Double = 20, memory: UInt64 = 64 << 20
    ) async throws -> ExtensionError? {
        var failure: ExtensionError?
        try await TemporaryFolder.with { folder in
            let process = try await launch(
                script(text, in: folder), in: folder, runTime: runTime, memory: memory)
            do throws(ExtensionError) {
                _ = try await process.call(ExtensionInterface.ShouldDownload(pack: Self.pack))
            } catch { failure = error }
            await process.end()
            #expect(kill(process.processID, 0) != 0)
        }
        return failure
    }

    private let id = "com.example.game.downloader"

    @Test func aRealExtensionAnswersAndIsEnded() async throws {
        try await TemporaryFolder.with { folder in
            let process = try await launch(ProgramRun.programs + "/FixtureDownloader", in: folder)
            for (name, isWanted) in [("Level", true), ("Declined", false), ("Level", true)] {
                var pack = Self.pack
                pack.id = name
                #expect(try await process.call(ExtensionInterface.ShouldDownload(pack: pack)).download == isWanted)
            }
            await process.end()
            #expect(kill(process.processID, 0) != 0)
            // Ending it twice is no harm, and asking it is an error.
            await process.end()
            await #expect(throws: ExtensionError.self) {
                try await process.call(ExtensionInterface.ShouldDownload(pack: Self.pack))
            }
        }
    }

    @Test("B7: an exit is told with its status") func anExitIsToldWithItsStatus() async throws {
        #expect(try await failure("exit 3") == .exited(extensionID: id, status: 3))
        #expect(try await failure("exit 0") == .exited(extensionID: id, status: 0))
    }

    @Test("B7: an exit is told with its status also when the connection was closed long before it") func aLateExit()
        async throws
    {
        #expect(try await failure("exec 3<&-; sleep 0.1; exit 3") == .exited(extensionID: id, status: 3))
        #expect(try await failure("exec 3<&-; sleep 0.1; kill -SEGV $$") == .crashed(extensionID: id, signal: SIGSEGV))
        // One that stays is ended, and no run time is counted meanwhile.
        let stays = try await failure("exec 3<&-; exec sleep 600", runTime: 0.4)
        #expect(stays?.description.contains("closed its connection") == true, "\(String(describing: stays))")
    }

    @Test("B7: a crash is told with its signal") func aCrashIsToldWithItsSignal() async throws {
        #expect(try await failure("kill -SEGV $$") == .crashed(extensionID: id, signal: SIGSEGV))
    }

    @Test("B11: a hang ends when the run time is used up") func aHangEndsWhenTheRunTimeIsUsedUp() async throws {
        let error = try await failure("sleep 600 & wait", runTime: 0.2)
        #expect(
            error
                == .hung(extensionID: id, entryPoint: "ShouldDownload", limit: 0.2))
        #expect(error?.description.contains("run time of 0.2 s") == true)
    }

    @Test("B11: all calls of one run share its run time") func allCallsOfOneRunShareItsRunTime() async throws {
        try await TemporaryFolder.with { folder in
            let text = """
                while IFS= read -r -d '' message <&3; do sleep 0.2; printf '{"parameters":{"download":true}}\\0' >&3; done
                """
            let path = try folder.write("#!/bin/bash\n" + text + "\n", to: "slow")
            chmod(path, 0o755)
            let process = try await launch(path, in: folder, runTime: 1)
            var failure: ExtensionError?
            var answers = 0
            while failure == nil {
                do throws(ExtensionError) {
                    _ = try await process.call(ExtensionInterface.ShouldDownload(pack: Self.pack))
                    answers += 1
                } catch { failure = error }
            }
            // Each takes a fifth of it, or more: after five nothing is left, however late the end of one is noticed.
            #expect(answers <= 5)
            #expect(
                failure == .hung(extensionID: id, entryPoint: "ShouldDownload", limit: 1))
            await process.end()
        }
    }

    @Test("B10: too much memory is a memory exception") func tooMuchMemoryIsAMemoryException() async throws {
        let text = "exec python3 -c 'b = bytearray(b\"x\" * (80 << 20)); import time; time.sleep(600)'"
        let error = try await failure(text, memory: 32 << 20)
        guard case .memoryExceeded(id, let used, 33_554_432) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(used > 32 << 20)
        #expect(error?.description.contains("memory exception") == true)
    }

    @Test func whatIsNoAnswerIsNonsense() async throws {
        for answer in ["nonsense", "[]", #"{"parameters":{"download":"perhaps"}}"#, #"{"parameters":{}}"#] {
            let error = try await failure("head -c 1 <&3 >&2; printf '%s\\0' '\(answer)' >&3; sleep 600")
            guard case .nonsense(id, _) = error else {
                Issue.record("\(answer): \(String(describing: error))")
                return
            }
        }
        let refused = #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"m"}}"#
        let error = try await failure("head -c 1 <&3 >&2; printf '%s\\0' '\(refused)' >&3; sleep 600")
        #expect(error?.description.contains("MethodNotFound") == true)
    }

    @Test("An answer to a call that was given up reaches nobody; nothing is said against the extension")
    func lateAnswers() async throws {
        try await TemporaryFolder.with { folder in
            let (asked, goOn) = (folder.path("asked"), folder.path("go-on"))
            let process = try await launch(
                script(
                    """
                    head -c 1 <&3 >'\(asked)'; while [ ! -e '\(goOn)' ]; do sleep 0.01; done
                    printf '{"parameters":{"download":true}}\\0' >&3; sleep 600
                    """, in: folder), in: folder)
            let call = Task { try await process.call(ExtensionInterface.ShouldDownload(pack: Self.pack)).download }
            try await eventually { FileManager.default.contents(atPath: asked)?.isEmpty == false }
            call.cancel()
            let error = await #expect(throws: ExtensionError.self) { try await call.value }
            #expect(error == .calledOff(extensionID: id))
            try folder.write("", to: "go-on")
            await #expect(throws: ExtensionError.self) {
                try await process.call(ExtensionInterface.ShouldDownload(pack: Self.pack))
            }
            await process.end()
            #expect(kill(process.processID, 0) != 0)
        }
    }

    @Test func whatItStartsGoesWithIt() async throws {
        try await TemporaryFolder.with { folder in
            let pidFile = folder.path("child")
            let process = try await launch(
                script("sleep 600 & echo $! > \(pidFile).part; mv \(pidFile).part \(pidFile); wait", in: folder),
                in: folder)
            try await eventually { FileManager.default.fileExists(atPath: pidFile) }
            let text = try String(contentsOfFile: pidFile, encoding: .utf8)
            let child = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            await process.end()
            // It is gone, or waits for its new parent to take note of that.
            try await eventually {
                let status = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ""
                return kill(child, 0) != 0 || status.contains(") Z")
            }
        }
    }

    @Test("B17: what it prints is logged") func whatItPrintsIsLogged() async throws {
        try await TemporaryFolder.with { folder in
            let lines = LoggedLines()
            let process = try await launch(
                script("echo hello; echo problem >&2; printf 'no end'; exit 0", in: folder), in: folder,
                logger: Logger(label: "test") { _ in lines })
            await #expect(throws: ExtensionError.self) {
                try await process.call(ExtensionInterface.ShouldDownload(pack: Self.pack))
            }
            await process.end()
            let texts = lines.texts
            for text in ["hello", "problem", "no end"] { #expect(texts.contains("\(id): \(text)"), "\(texts)") }
        }
    }

    @Test func whatCannotBeStartedSaysWhy() async throws {
        try await TemporaryFolder.with { folder in
            for path in ["/nonexistent/extension", folder.path] {
                let error = await #expect(throws: ExtensionError.self) { try await launch(path, in: folder) }
                guard case .cannotStart(id, _) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(error?.description.contains(path) == true, "\(String(describing: error))")
            }
        }
    }

    @Test func descriptorsAreGivenBack() async throws {
        func count() -> Int { ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count }
        try await TemporaryFolder.with { folder in
            let script = try script("exit 3", in: folder)
            func run() async throws {
                let process = try await launch(script, in: folder)
                _ = try? await process.call(ExtensionInterface.ShouldDownload(pack: Self.pack))
                await process.end()
                _ = try? await launch("/nonexistent/extension", in: folder)
            }
            try await run()
            let before = count()
            for _ in 0..<10 { try await run() }
            // Other tests open some of their own at the same time; a leak would be thirty and more.
            #expect(count() < before + 25)
        }
    }
}
