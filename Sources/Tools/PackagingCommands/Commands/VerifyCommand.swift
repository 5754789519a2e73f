// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import AssetPackFiles
internal import SystemSupport
internal import ToolSupport

/// `ba-package verify`: compares archives with their blocks files.
package struct VerifyCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Compare archives with their blocks files, byte for byte.",
        discussion: """
            Ends with status 1 when something differs, and says which block or file.

            Example:
              ba-package verify Tutorial.aar
            """)

    @Argument(help: "Archives.", completion: .file())
    package var archives: [String]

    @Option(
        help: ArgumentHelp(
            "The blocks file, for one archive. (default: that beside the archive)", valueName: "path"),
        completion: .file(extensions: ["blocks"]))
    package var blocks: String?

    @OptionGroup package var quiet: QuietOption

    package init() {}

    package func validate() throws {
        if blocks != nil, archives.count > 1 { throw ValidationError("--blocks is for one archive.") }
    }

    package func run() async throws {
        var failures: [PackagingError] = []
        for archive in archives {
            do throws(PackagingError) { try await verify(archive) } catch {
                // Each is looked at, whatever is wrong with those before it.
                guard archives.count > 1, error.exitCode != .interrupted else { throw error }
                Console.standard.note("error: \(error)")
                failures.append(error)
            }
        }
        if let first = failures.first {
            throw ToolError(first.exitCode, "\(failures.count) of \(archives.count) archives do not match")
        }
    }

    private func verify(_ archive: String) async throws(PackagingError) {
        let size = FileStatus(path: archive).map(\.size)
        let progress = ProgressBar("Verifying \(archive)", total: size, quiet: quiet.isQuiet)
        let list = try await ArchiveVerifier.verify(
            archive, blocksPath: blocks ?? BlockList.path(besideArchive: archive), progress: progress)
        progress.finish()
        guard !quiet.isQuiet else { return }
        let files = list.entries.count { $0.kind == .file }
        Console.standard.write(
            "\(archive): \(Quantity.count(list.blocks.count, "block")) and \(Quantity.count(files, "file")) match")
    }
}
