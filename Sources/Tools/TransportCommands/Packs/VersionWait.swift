// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ToolSupport

/// Waits for what becomes of versions.
struct VersionWait: Sendable {
    let server: PackServer
    /// The ID of the app; nil where it is not known.
    let appID: String?
    let options: WaitOptions

    /// Waits until a version is processed, or, in a context, until its release is at an end.
    func end(
        of id: String, in context: ReleaseContext?, what: String
    ) async throws(TransportError) -> VersionRecord {
        var (isTold, wasSubmitted) = (false, false)
        return try await options.wait(for: what) { () async throws(TransportError) in
            let version = try await server.version(id)
            if version.isFailed { return version }
            guard let context else { return version.isComplete ? version : nil }
            if context.waitsForSubmission(version.releases[context]), wasSubmitted {
                throw .calledOff("the submission of \(what) for \(context.rawValue) was called off")
            }
            wasSubmitted = wasSubmitted || context.isUnderWay(version.releases[context])
            if context.waitsForSubmission(version.releases[context]), !isTold {
                isTold = true
                Console.standard.note("\(what) is not submitted for \(context.rawValue): that is waited for, too")
            }
            let end = try await watch.end(of: version.releases[context], of: .pack(version.id), in: context)
            return end == nil ? nil : version
        }
    }

    /// Throws when what has become of a version is nothing good.
    func check(_ version: VersionRecord, in context: ReleaseContext?, what: String) async throws(TransportError) {
        if version.isFailed { throw .processingFailed("the host could not process \(what)") }
        guard let context else { return }
        try await watch.check(version.releases[context], of: .pack(version.id), in: context, what: what)
    }

    private var watch: ReleaseWatch { ReleaseWatch(server: server, appID: appID) }
}
