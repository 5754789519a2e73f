// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Fetches a pack that is missing, by the app through the service, or by the commands of a peer; metered alike.
struct Fetch {
    let bench: Workbench
    let server: PackServer
    let packID: String
    /// A file of the pack, which is read when it has come.
    let file: String

    /// From the app's request until the file is readable, verified and on disk.
    func ours() throws(BenchError) -> Duel.Run {
        // There may be nothing to remove; the app fails when there still is.
        _ = try? bench.tool("ba", "pack", "remove", "--app", Workbench.bundleID, packID)
        return try metered("get", packID, file)
    }

    /// From the app's request of a background URL session until it has the archive as a file.
    func bySession() throws(BenchError) -> Duel.Run { try metered("download", "\(server.url)/assets/\(packID)", "-") }

    /// What the app does.
    private func metered(_ arguments: String...) throws(BenchError) -> Duel.Run {
        settle()
        let service = try bench.service()
        let before = try service.processorSeconds + server.probe.processorSeconds
        let sampler = MemorySampler(processID: service.processID)
        let answer: Result<GameAnswer, BenchError>
        do throws(BenchError) { answer = .success(try bench.game(arguments)) } catch {
            answer = .failure(error)
        }
        let memory = try sampler.stop()
        return Duel.Run(
            seconds: try answer.get().seconds.median,
            processorSeconds: try service.processorSeconds + server.probe.processorSeconds - before,
            memory: Double(memory))
    }

    /// The commands of a shell script, in an empty folder. `$URL` is the archive's, `$CA` the authority's file.
    ///
    /// - `keepsFiles`: what the commands made stays until the caller removes the folder.
    func peer(
        _ script: String, in folder: String = "work/peer", keepsFiles: Bool = false, variables: [String: String] = [:],
        server: ProcessProbe? = nil
    ) throws(BenchError) -> Duel.Run {
        try bench.remove(folder)
        try bench.makeFolder(folder)
        settle()
        var program = bench.program("/bin/sh", ["-ec", script])
        program.directory = bench.path(folder)
        program.environment["URL"] = "\(self.server.url)/assets/\(packID)"
        program.environment["CA"] = self.server.authority
        program.environment.merge(variables) { _, new in new }
        let probe = server ?? self.server.probe
        let before = try probe.processorSeconds
        let outcome = try program.run()
        let after = try probe.processorSeconds
        if !keepsFiles { try bench.remove(folder) }
        return Duel.Run(
            seconds: outcome.seconds, processorSeconds: outcome.processorSeconds + after - before, memory: 0)
    }

    /// What earlier runs have left to be written is not this one's to wait for.
    private func settle() { sync() }
}
