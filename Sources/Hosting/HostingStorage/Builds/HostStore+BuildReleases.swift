// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

// What becomes of builds once they have arrived.
extension HostStore {
    /// Records what processing has found in an archive, with the end of the job. Internal testers have a valid build at once.
    ///
    /// - Returns: nil when another worker has the job meanwhile, or has done it: nothing is recorded then.
    package func finishProcessing(
        _ job: Job, buildID: String, _ found: ProcessedBuild
    ) async throws(StorageError) -> HostedBuild? {
        let time = now()
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            guard try JobQueue.finish(job, in: connection) else { return nil }
            guard let before = try Self.build(buildID, in: connection) else {
                throw .unexpected("a build is gone that is being processed: \(buildID)")
            }
            var build = before
            guard build.state == .processing else { return nil }
            var found = found
            if case .valid(let archive, _) = found, let problem = try Self.repetition(of: archive, build, connection) {
                found = .invalid(problems: ProblemList(errors: [problem]))
            }
            do throws(IllegalTransition) {
                switch found {
                case .valid(let archive, let problems):
                    (build.archive, build.problems) = (archive, problems)
                    try build.state.apply(.accept)
                    build.releases.begin(at: time)
                case .invalid(let problems):
                    build.problems = problems
                    try build.state.apply(.fail)
                }
            } catch { throw .unexpected("\(error)") }
            let news = BuildNews(connection: connection, time: time, makeID: makeID)
            try news.save(build, before: before)
            try audit.note(
                .processBuild, build,
                detail: ([build.state.rawValue] + build.problems.errors.map(\.code)).joined(separator: ", "),
                in: connection)
            if build.state == .complete {
                try Self.supersedeOthers(than: build, in: .internalBeta, news)
                try connection.signal(.releases)
            }
            return build
        }
    }

    /// A device tells builds by these numbers: another one that has them would never be installed.
    private static func repetition(
        of archive: BuildArchive, _ build: HostedBuild, _ connection: any SQLConnection
    ) throws(StorageError) -> Problem? {
        let row = try connection.row(
            """
            SELECT id FROM builds
            WHERE app_id = \(build.appID) AND state = \(VersionState.complete.rawValue) AND version = \(archive.version)
                AND build = \(archive.build) AND COALESCE(architecture, '') = \(archive.architecture ?? "")
            """)
        guard row != nil else { return nil }
        return Problem(
            code: "BUILD_NUMBER_USED",
            description:
                "There is a build \(archive.build) of version \(archive.version) already: give this one another "
                + "CFBundleVersion")
    }

    /// Has the devices of a context go back to a build that they had, at this machine.
    ///
    /// - Throws: `neverReleased` for one that was not approved there.
    package func restoreBuild(_ id: String, in context: ReleaseContext) async throws(StorageError) -> HostedBuild {
        let time = now()
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            guard let before = try Self.build(id, in: connection) else {
                throw .refused(.notFound(type: "appBuilds", id: id))
            }
            var build = before
            if build.isExpired, context != .appStore { throw .refused(.build(.expired)) }
            do throws(BuildError) { try build.releases.restore(in: context, at: time) } catch {
                throw .refused(.build(error))
            }
            let news = BuildNews(connection: connection, time: time, makeID: makeID)
            try news.save(build, before: before)
            try Self.supersedeOthers(than: build, in: context, news)
            try connection.signal(.releases)
            try audit.note(.restoreBuild, build, detail: context.rawValue, in: connection)
            return build
        }
    }

    /// Changes what a team says of a build; nil leaves it as it is.
    ///
    /// - `isExpired`: true takes it from testers for good. Who has it from the store keeps getting it.
    /// - Throws: `expired` for one that is to be as it was, `underReview` while it may be about to go out.
    package func changeBuild(
        _ id: String, isExpired: Bool? = nil, usesEncryption: Bool? = nil
    ) async throws(StorageError) -> HostedBuild {
        let time = now()
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            guard let before = try Self.build(id, in: connection) else {
                throw .refused(.notFound(type: "builds", id: id))
            }
            var build = before
            if let usesEncryption, usesEncryption != build.usesEncryption {
                build.usesEncryption = usesEncryption
                try audit.note(
                    .declareEncryption, build, detail: usesEncryption ? "not exempt" : "exempt", in: connection)
            }
            if isExpired == false, build.isExpired { throw .refused(.build(.expired)) }
            if isExpired == true, !build.isExpired {
                if let state = build.releases.externalBeta, state.isUnderReview {
                    throw .refused(.build(.underReview(state: state.rawValue)))
                }
                if let state = build.releases.appStore, state.isInSubmission {
                    throw .refused(.build(.underReview(state: state.rawValue)))
                }
                build.expiredAt = time
                try connection.signal(.releases)
                try audit.note(.expireBuild, build, in: connection)
            }
            try BuildNews(connection: connection, time: time, makeID: makeID).save(build, before: before)
            return build
        }
    }

    /// A build goes on to external testers, as far as they are concerned.
    static func changeBuild(
        _ id: String, _ events: [ExternalBetaReleaseState.Event], _ news: BuildNews
    ) throws(StorageError) {
        try changeBuild(id, in: .externalBeta, news) { (releases) throws(BuildError) in
            var isReleased = false
            for event in events where try releases.apply(event, at: news.time) { isReleased = true }
            return isReleased
        }
    }

    /// A build goes on to everybody.
    static func changeBuild(
        _ id: String, _ event: AppStoreReleaseState.Event, _ news: BuildNews
    ) throws(StorageError) {
        try changeBuild(id, in: .appStore, news) { (releases) throws(BuildError) in
            try releases.apply(event, at: news.time)
        }
    }

    /// - `change`: whether the devices of the context get the build from now on.
    private static func changeBuild(
        _ id: String, in context: ReleaseContext, _ news: BuildNews,
        _ change: (inout BuildReleases) throws(BuildError) -> Bool
    ) throws(StorageError) {
        guard let before = try build(id, in: news.connection) else {
            throw .refused(.notFound(type: "appBuilds", id: id))
        }
        var build = before
        let isReleased: Bool
        do throws(BuildError) { isReleased = try change(&build.releases) } catch { throw .refused(.build(error)) }
        try news.save(build, before: before)
        guard isReleased else { return }
        try supersedeOthers(than: build, in: context, news)
        try news.connection.signal(.releases)
    }

    /// The builds whose place a build has taken, on the devices that it runs on.
    private static func supersedeOthers(
        than build: HostedBuild, in context: ReleaseContext, _ news: BuildNews
    ) throws(StorageError) {
        let rows = try news.connection.rows(
            """
            SELECT b.* FROM builds b JOIN build_releases r ON r.build_id = b.id
            WHERE b.app_id = \(build.appID) AND b.id <> \(build.id) AND r.context = \(context.rawValue)
                AND r.released_at IS NOT NULL
                AND COALESCE(b.architecture, '') = \(build.archive?.architecture ?? "")
            """)
        for before in try builds(rows, in: news.connection) where before.releases.isActive(in: context) {
            var other = before
            do throws(BuildError) { try other.releases.supersede(in: context) } catch { throw .refused(.build(error)) }
            try news.save(other, before: before)
        }
    }
}
