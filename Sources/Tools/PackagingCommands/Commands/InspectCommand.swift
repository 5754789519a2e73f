// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import AssetPackArchives
internal import SystemSupport
internal import ToolSupport

/// `ba-package inspect`: shows what an Apple Archive holds.
package struct InspectCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show what an Apple Archive holds, whether it is an asset pack or not.",
        discussion: """
            Example:
              ba-package inspect Tutorial.aar
            """)

    @Argument(help: "The archive.", completion: .file())
    package var archive: String

    @Flag(help: "Print JSON.")
    package var json = false

    package init() {}

    package func run() async throws {
        let size = FileStatus(path: archive).map(\.size)
        // A table needs all entries before its first line; the bar says so on a terminal.
        let progress = ProgressBar("Reading \(archive)", total: size, quiet: !Console.standard.errorIsTerminal)
        var entries: [ArchiveScan.Entry] = []
        let scan = try await ArchiveScanner.scan(archive, progress: progress) { entries.append($0) }
        let inspection = ArchiveInspection(path: archive, scan: scan, entries: entries)
        if let problem = inspection.manifestProblem {
            Console.standard.warn("this is no asset pack, or one that devices refuse:\n\(problem)")
        }
        if json {
            try Console.standard.writeJSON(inspection)
        } else {
            Console.standard.write(inspection.text)
        }
    }
}
