// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// What was uploaded and is to be read: a file of a version, or the archive of a build.
enum ProcessingSubject {
    /// What reading it has come to.
    enum Found {
        case file(ProcessedFile)
        case build(ProcessedBuild)
    }

    case file(UploadFile)
    case build(HostedBuild)

    /// - Throws: when a job is about nothing.
    init(_ job: Job, in store: HostStore) async throws(StorageError) {
        if job.kind == .build, let build = try await store.build(job.subject) {
            self = .build(build)
        } else if job.kind == .process, let file = try await store.file(job.subject) {
            self = .file(file)
        } else {
            throw .unexpected("a job is about nothing that was uploaded: \(job.kind.rawValue) \(job.subject)")
        }
    }

    var upload: ObjectUpload {
        switch self {
        case .file(let file): file.upload
        case .build(let build): build.upload
        }
    }

    var kind: InspectedKind {
        switch self {
        case .file(let file): InspectedKind(file.type)
        case .build: .build
        }
    }

    /// For logs.
    var name: String {
        switch self {
        case .file(let file): "the file \(file.name) of version \(file.versionID)"
        case .build(let build): "the build \(build.id) of the app \(build.appID) (\(build.fileName))"
        }
    }

    func found(_ outcome: InspectionOutcome, in store: HostStore) async throws(StorageError) -> Found {
        switch self {
        case .file(let file): .file(try await ProcessedFile(outcome, of: file, in: store))
        case .build(let build): .build(try await ProcessedBuild(outcome, of: build, in: store))
        }
    }

    func invalid(_ problems: ProblemList) -> Found {
        switch self {
        case .file: .file(.invalid(problems: problems))
        case .build: .build(.invalid(problems: problems))
        }
    }

    /// Records what was found, with the end of the job.
    ///
    /// - Returns: what to tell of it; nil when the job was another worker's.
    func finish(_ job: Job, _ found: Found, in store: HostStore) async throws(StorageError) -> String? {
        switch (self, found) {
        case (.file(let file), .file(let processed)):
            guard let changes = try await store.finishProcessing(job, file, processed) else { return nil }
            if case .invalid(let problems) = processed { return Self.words(problems) }
            return "valid, \(changes.count) releases changed"
        case (.build(let build), .build(let processed)):
            guard let finished = try await store.finishProcessing(job, buildID: build.id, processed) else { return nil }
            guard finished.state == .complete, let archive = finished.archive else {
                return Self.words(finished.problems)
            }
            return "valid, version \(archive.version) (\(archive.build))"
        case (.file, .build), (.build, .file): throw .unexpected("one thing was read as another: \(name)")
        }
    }

    private static func words(_ problems: ProblemList) -> String { problems.errors.map(\.code).joined(separator: ", ") }
}
