// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ToolSupport

/// Brings the archive of an app to a host. What has arrived of an upload that broke off is not sent again, as far as the server's
/// entity tags tell that it is of this archive.
struct BuildUpload: Sendable {
    let server: PackServer
    let app: AppRecord
    let archive: ArchiveBytes
    let sha256: String
    let meter: UploadMeter
    /// Parts that are under way, at most.
    let width: Int

    private var fileName: String { archive.path.split(separator: "/").last.map(String.init) ?? archive.path }

    /// - Returns: the build, which the host may still be reading.
    func run() async throws(TransportError) -> BuildRecord {
        let builds = try await server.builds(of: app)
        if let same = builds.first(where: { $0.sha256 == sha256 }) {
            meter.skip(archive.size)
            Console.standard.note("\(archive.path): the host has this archive already, as build \(same.id)")
            return same
        }
        for build in builds where build.isAwaitingUpload && build.fileName == fileName && build.fileSize == archive.size
        {
            let plan = try plan(for: build)
            guard !plan.present.isEmpty else { continue }
            meter.skip(plan.present.reduce(0) { $0 + $1.length })
            Console.standard.note(
                "\(archive.path): going on, \(plan.present.count) of \(Quantity.count(build.parts.count, "part")) are there"
            )
            return try await finish(build, plan.missing)
        }
        // One name for one archive: a build whose answer was lost is not made twice.
        let build = try await server.makeBuild(
            of: app, fileName: fileName, size: archive.size, name: "\(sha256.prefix(32)).\(builds.count).build")
        return try await finish(build, try plan(for: build).missing)
    }

    private func plan(for build: BuildRecord) throws(TransportError) -> PartPlan {
        try PartPlan(build.parts, sent: [:]) { part throws(TransportError) in try archive.md5(of: part) }
    }

    private func finish(_ build: BuildRecord, _ parts: [UploadPart]) async throws(TransportError) -> BuildRecord {
        let sender = PartSender(connection: server.connection, archive: archive, meter: meter)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                var rest = parts[...]
                for _ in 0..<width {
                    guard let part = rest.popFirst() else { break }
                    group.addTask { _ = try await sender.send(part) }
                }
                while try await group.next() != nil {
                    if let part = rest.popFirst() { group.addTask { _ = try await sender.send(part) } }
                }
            }
        } catch { throw TransportError(error) }
        try archive.checkUnchanged()
        return try await server.commit(build)
    }
}
