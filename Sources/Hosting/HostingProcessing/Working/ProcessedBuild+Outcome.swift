// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

extension ProcessedBuild {
    /// What an inspection means for a build: it must be one of the app that it was uploaded for.
    init(_ outcome: InspectionOutcome, of build: HostedBuild, in store: HostStore) async throws(StorageError) {
        switch outcome {
        case .invalid(let problems): self = .invalid(problems: problems)
        case .archive, .manifest: throw .unexpected("a build was read as a file of a pack: \(build.id)")
        case .build(let report):
            guard let app = try await store.app(build.appID) else {
                throw .unexpected("a build is of no app: \(build.id)")
            }
            var problems = report.problems
            if report.bundleID != app.bundleID {
                problems.errors.append(
                    Problem(
                        code: "BUNDLE_ID_DIFFERS",
                        description:
                            "The archive holds the app \(report.bundleID.debugDescription), and was uploaded for "
                            + app.bundleID.debugDescription))
            }
            guard problems.errors.isEmpty else {
                self = .invalid(problems: problems)
                return
            }
            self = .valid(
                BuildArchive(
                    version: report.version, build: report.build, architecture: report.architecture,
                    installedSize: Int64(clamping: report.installedSize), sha256: report.sha256), problems: problems)
        }
    }
}
