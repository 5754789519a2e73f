// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ToolSupport

struct BuildUploadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upload", abstract: "Upload the archive of an app.",
        discussion: """
            Internal testers have it as soon as the host has processed it. It ends with 79 for one that could not be processed.

            EXAMPLES
              ba-transport build upload Game.tar.gz --app com.example.game --wait
            """)

    @Argument(help: "The archive.", completion: .file()) var archive: String
    @OptionGroup var app: AppOptions
    @Option(help: ArgumentHelp("Parts that are sent at a time.", valueName: "number")) var parallel = 4
    @OptionGroup var waiting: WaitOptions
    @Flag(help: "Print a JSON object.") var json = false

    func validate() throws {
        guard (1...32).contains(parallel) else { throw ValidationError("--parallel is a number from 1 to 32.") }
    }

    func run() async throws {
        let bytes = try ArchiveBytes(archive)
        let bar = ProgressBar("Reading", total: bytes.size, quiet: json || !Console.standard.errorIsTerminal)
        let sha256 = try bytes.sha256 { bar.advance(by: $0) }
        let build = try await app.withApp { server, app in
            let meter = UploadMeter(ProgressBar("Uploading \(archive)", total: bytes.size, quiet: json))
            let upload = BuildUpload(
                server: server, app: app, archive: bytes, sha256: sha256, meter: meter, width: parallel)
            var build = try await upload.run()
            meter.finish()
            if waiting.waits {
                let id = build.id
                build = try await waiting.wait(for: "the build \(id)") { () async throws(TransportError) in
                    let current = try await server.build(id)
                    return current.isProcessing ? nil : current
                }
            }
            return build
        }
        let shown = ShownBuild(build)
        if json { try Console.standard.writeJSON(shown) } else { Console.standard.write([shown]) }
        for problem in build.errors { Console.standard.note("\(problem)") }
        for problem in build.warnings { Console.standard.warn("\(problem)") }
        if build.isFailed { throw TransportError.processingFailed("the host could not process \(archive)") }
    }
}

extension Console {
    /// A table of builds.
    func write(_ builds: [ShownBuild]) {
        write(Table(ShownBuild.columns.map { .init($0) }, rows: builds.map(\.row)).text)
    }
}
