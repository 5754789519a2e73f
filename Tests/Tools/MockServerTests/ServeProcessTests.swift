// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// The tool itself, as a person starts it.
@Suite(.serialized, .timeLimit(.minutes(3))) struct ServeProcessTests {
    private let executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("ba-serve")

    /// Starts the tool with a data folder of its own.
    private func start(_ arguments: [String], data: String) throws -> (
        TestProcess, output: FileHandle, error: FileHandle
    ) {
        let process = TestProcess()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ["XDG_DATA_HOME": data, "PATH": "/usr/bin:/bin", "HOME": data]
        let (output, error) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = error
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return (process, output.fileHandleForReading, error.fileHandleForReading)
    }

    private func finish(_ arguments: [String], data: String) throws -> (status: Int32, output: String, error: String) {
        let (process, output, error) = try start(arguments, data: data)
        let text = String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
        let errors = String(decoding: try error.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text, errors)
    }

    private func firstLine(_ handle: FileHandle) throws -> String {
        var bytes = Data()
        while let byte = try handle.read(upToCount: 1), byte.first != UInt8(ascii: "\n") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func servesUntilASignal(signal: Int32) async throws {
        try await withTemporaryFolder { folder async throws in
            try await SamplePack(id: "forest").write(to: folder + "/forest.aar")
            let (process, output, error) = try start([folder + "/forest.aar", "--port", "0", "-v"], data: folder)
            let url = try firstLine(output)
            #expect(url.hasPrefix("https://localhost:"))
            let curl = TestProcess()
            curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
            curl.arguments = [
                "-sS", "--cacert", folder + "/background-assets-serve/ca.pem", "-o", folder + "/got", "-w",
                "%{http_version} %{response_code}", url + "/assets/forest",
            ]
            let pipe = Pipe()
            curl.standardOutput = pipe
            try curl.run()
            #expect(String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self) == "2 200")
            curl.waitUntilExit()
            #expect(FileManager.default.contentsEqual(atPath: folder + "/got", andPath: folder + "/forest.aar"))
            #expect(kill(process.processIdentifier, signal) == 0)
            process.waitUntilExit()
            #expect(process.terminationReason == .exit)
            #expect(process.terminationStatus == 0)
            #expect(String(decoding: try error.readToEnd() ?? Data(), as: UTF8.self).contains("GET /assets/forest 200"))
        }
    }

    /// A client that stops reading in the middle of a large pack does not keep the server.
    @Test func endsInSpiteOfATransferUnderWay() async throws {
        try await withTemporaryFolder { folder async throws in
            try await SamplePack(id: "large", content: SamplePack.noise(12_000_000, seed: 3)).write(
                to: folder + "/large.aar")
            let (process, output, _) = try start(["serve", folder, "--port", "0"], data: folder)
            let url = try firstLine(output)
            let curl = TestProcess()
            curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
            curl.arguments = ["-sS", "-k", "--limit-rate", "100k", "-o", folder + "/got", url + "/assets/large"]
            curl.standardError = FileHandle.nullDevice
            try curl.run()
            try await eventually {
                (try? FileManager.default.attributesOfItem(atPath: folder + "/got")[.size] as? Int) ?? 0 > 0
            }
            #expect(kill(process.processIdentifier, SIGTERM) == 0)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            // curl would take its time to write what it has got.
            curl.terminate()
            curl.waitUntilExit()
        }
    }

    /// As root, a rename would put the certificate in the place of a device.
    @Test func theAuthorityIsExportedToFilesOnly() async throws {
        try await withTemporaryFolder { folder async throws in
            let manager = FileManager.default
            try manager.createDirectory(atPath: folder + "/folder", withIntermediateDirectories: true)
            #expect(mkfifo(folder + "/fifo", 0o600) == 0)
            for (link, target) in [("to-fifo", "fifo"), ("to-folder", "folder"), ("to-nothing", "nothing")] {
                try manager.createSymbolicLink(atPath: folder + "/" + link, withDestinationPath: target)
            }
            for name in ["fifo", "folder", "to-fifo", "to-folder", "to-nothing"] {
                let refused = try finish(["export-ca", "-o", folder + "/" + name], data: folder)
                #expect(refused.status == 73, "\(name)")
                #expect(refused.error.contains(folder + "/" + name + " is a folder, a device or a link to one"))
            }
            #expect(try manager.attributesOfItem(atPath: folder + "/fifo")[.type] as? FileAttributeType == .typeUnknown)
            #expect(try manager.destinationOfSymbolicLink(atPath: folder + "/to-nothing") == "nothing")
            // Nothing was made for a certificate that could not be written.
            #expect(!manager.fileExists(atPath: folder + "/background-assets-serve"))
            // A link to a file stays a link; a folder may be reached by one.
            try Data("old".utf8).write(to: URL(fileURLWithPath: folder + "/folder/ca.pem"))
            try manager.createSymbolicLink(atPath: folder + "/link.pem", withDestinationPath: "to-folder/ca.pem")
            #expect(try finish(["export-ca", "-o", folder + "/link.pem"], data: folder).status == 0)
            #expect(try manager.destinationOfSymbolicLink(atPath: folder + "/link.pem") == "to-folder/ca.pem")
            #expect(
                try String(contentsOfFile: folder + "/folder/ca.pem", encoding: .utf8).hasPrefix("-----BEGIN CERT"))
            #expect(try finish(["export-ca", "-o", folder + "/to-folder/new.pem"], data: folder).status == 0)
        }
    }

    @Test func wrongUse() async throws {
        try await withTemporaryFolder { folder async throws in
            try await SamplePack(id: "forest").write(to: folder + "/forest.aar")
            let pack = folder + "/forest.aar"
            #expect(try finish([], data: folder).status == 64)
            #expect(try finish([pack, "--port", "70000"], data: folder).status == 64)
            #expect(try finish([pack, "--host", "a b"], data: folder).status == 64)
            #expect(try finish([pack, "--asset-pack-versions", "1", "2"], data: folder).status == 64)
            let missing = try finish([folder + "/missing.aar"], data: folder)
            #expect(missing.status == 66)
            #expect(missing.error.contains("missing.aar"))
            try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/bad.aar"))
            #expect(try finish([folder + "/bad.aar"], data: folder).status == 65)
            #expect(try finish([pack, "--identity-path", pack], data: folder).status == 65)
        }
    }

    @Test func aPortInUse() async throws {
        try await withTemporaryFolder { folder async throws in
            try await SamplePack(id: "forest").write(to: folder + "/forest.aar")
            let (process, output, _) = try start([folder + "/forest.aar", "--port", "0"], data: folder)
            let port = try #require(try firstLine(output).split(separator: ":").last.map(String.init))
            let other = folder + "/other"
            let second = try finish([folder + "/forest.aar", "--port", port, "--data-path", other], data: folder)
            #expect(second.status == 75)
            #expect(second.error.contains("port \(port)"))
            #expect(kill(process.processIdentifier, SIGTERM) == 0)
            process.waitUntilExit()
        }
    }

    @Test func oneServerADataFolder() async throws {
        try await withTemporaryFolder { folder async throws in
            try await SamplePack(id: "forest").write(to: folder + "/forest.aar")
            let (process, output, _) = try start([folder + "/forest.aar", "--port", "0"], data: folder)
            _ = try firstLine(output)
            let second = try finish([folder + "/forest.aar", "--port", "0"], data: folder)
            #expect(second.status == 75)
            #expect(second.error.contains("process \(process.processIdentifier)"))
            #expect(second.error.contains("--data-path"))
            // Exporting the authority takes nothing away from the server.
            #expect(try finish(["export-ca"], data: folder).status == 0)
            let other = try start(
                [folder + "/forest.aar", "--port", "0", "--data-path", folder + "/other"], data: folder)
            #expect(try firstLine(other.output).hasPrefix("https://"))
            for running in [process, other.0] {
                #expect(kill(running.processIdentifier, SIGKILL) == 0)
                running.waitUntilExit()
            }
            // A server that was killed leaves no lock behind.
            let (third, thirdOutput, _) = try start([folder + "/forest.aar", "--port", "0"], data: folder)
            #expect(try firstLine(thirdOutput).hasPrefix("https://"))
            #expect(kill(third.processIdentifier, SIGTERM) == 0)
            third.waitUntilExit()
        }
    }

    /// What it tells people to run is about its own authority, not that of the default folder.
    @Test func hintsNameTheDataFolder() async throws {
        try await withTemporaryFolder { folder async throws in
            try await SamplePack(id: "forest").write(to: folder + "/forest.aar")
            let data = folder + "/staging"
            let (process, output, errors) = try start(
                [folder + "/forest.aar", "--port", "0", "--data-path", data, "--host", "0.0.0.0"], data: folder)
            #expect(try firstLine(output).hasPrefix("https://"))
            #expect(kill(process.processIdentifier, SIGTERM) == 0)
            process.waitUntilExit()
            let hints = String(decoding: try errors.readToEnd() ?? Data(), as: UTF8.self)
            #expect(hints.contains("use it: ba trust \(data)/ca.pem, then"))
            #expect(hints.contains("For other devices: ba-serve export-ca --data-path \(data)\n"))
            let exported = try finish(["export-ca", "--data-path", data], data: folder)
            #expect(try exported.output == String(contentsOfFile: data + "/ca.pem", encoding: .utf8))
            let misspelt = try finish(["export-ca", "--data-path", folder + "/stagign"], data: folder)
            #expect(misspelt.status == 66 && misspelt.error.contains("there is no folder \(folder)/stagign"))
            #expect(misspelt.output.isEmpty && !FileManager.default.fileExists(atPath: folder + "/stagign"))
        }
    }

    @Test func helpShowsWhereTheOptionsAreAndExamples() async throws {
        try await withTemporaryFolder { folder async throws in
            let help = try finish(["--help"], data: folder)
            for word in ["--host", "--port", "--identity-path", "-v", "help serve", "  ba-serve Tutorial.aar"] {
                #expect(help.output.contains(word), "\(word)")
            }
            #expect(
                try finish(["export-ca", "--help"], data: folder).output.contains("  ba-serve export-ca -o ca.pem"))
            for command in [[], ["serve"], ["export-ca"]] {
                // A line that was wrapped again in the middle leaves a short one before a full one.
                let text = try finish(["help"] + command, data: folder).output
                let overview = text.components(separatedBy: "USAGE").first ?? ""
                for paragraph in overview.components(separatedBy: "\n\n") where !paragraph.contains("EXAMPLE") {
                    let lines = paragraph.split(separator: "\n").dropLast()
                    #expect(lines.allSatisfy { $0.count > 40 }, "\(paragraph)")
                }
            }
        }
    }

    @Test("C10: the authority is exported for other devices") func identityFilesAndExport() async throws {
        try await withTemporaryFolder { folder async throws in
            try await SamplePack(id: "forest").write(to: folder + "/forest.aar")
            let exported = try finish(["export-ca"], data: folder)
            #expect(exported.status == 0)
            #expect(exported.output.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
            #expect(exported.error.contains("ba trust"))
            #expect(try finish(["export-ca", "-o", folder + "/out.pem"], data: folder).output.isEmpty)
            #expect(try String(contentsOfFile: folder + "/out.pem", encoding: .utf8) == exported.output)

            // The server's own leaf, given as files to a server that has no data of its own.
            let (first, firstOutput, _) = try start([folder + "/forest.aar", "--port", "0"], data: folder)
            _ = try firstLine(firstOutput)
            #expect(kill(first.processIdentifier, SIGTERM) == 0)
            first.waitUntilExit()
            let own = folder + "/background-assets-serve/"
            let (process, output, errors) = try start(
                [
                    folder + "/forest.aar", "--port", "0", "--identity-path", own + "leaf-key.pem", "--identity-path",
                    own + "leaf.pem",
                ], data: folder + "/elsewhere")
            let url = try firstLine(output)
            let curl = TestProcess()
            curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
            curl.arguments = ["-sSf", "--cacert", folder + "/out.pem", "-o", "/dev/null", url + "/manifest"]
            try curl.run()
            curl.waitUntilExit()
            #expect(curl.terminationStatus == 0)
            #expect(kill(process.processIdentifier, SIGTERM) == 0)
            process.waitUntilExit()
            // Its own authority has nothing to do with a certificate that it was given.
            let hints = String(decoding: try errors.readToEnd() ?? Data(), as: UTF8.self)
            #expect(hints.contains("ba trust FILE (the certificate of the authority that signed this identity)"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/elsewhere/background-assets-serve/ca.pem"))
        }
    }
}
