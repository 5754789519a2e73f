// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import AssetPackModel
internal import NIOHTTP1
internal import ToolSupport

struct BuildSubmitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit", abstract: "Submit a build for the external test, or for everybody.",
        discussion: """
            For everybody it becomes a version of the app, by its CFBundleShortVersionString, in a submission of its own: \
            without packs, which are submitted by themselves. What was rejected counts as mended when it is submitted again.

            With --wait it ends when the reviewers are done: with 80 if it was rejected.

            EXAMPLES
              ba-transport build submit 0b8f6c1e-6ab6-4c39-9b3c-8f5b0f6f8f11 --app com.example.game --context external
            """)

    @Argument(help: "The ID of the build, as `ba-transport build list` has it.") var id: String
    @Option(help: "Who gets it. Internal testers have each build as soon as it is processed.") var context:
        ReviewedContext
    @OptionGroup var app: AppOptions
    @OptionGroup var waiting: WaitOptions
    @Flag(help: "Print a JSON object.") var json = false

    private struct Shown: Encodable {
        let build: String
        let submission: String
        var state: String
    }

    /// What was submitted, and what its reviewers look at.
    private struct Submitted {
        let submission: String
        let state: String
        let subject: ReviewedSubject?
    }

    func run() async throws {
        try await app.withApp { server, app in
            let build = try await server.build(id)
            let submitted =
                context == .external
                ? try await submitForBeta(build, server) : try await submitForAll(build, of: app, server)
            var shown = Shown(build: build.id, submission: submitted.submission, state: submitted.state)
            let watch = ReleaseWatch(server: server, appID: app.id)
            let what = "the build \(build.id)"
            if waiting.waits {
                shown.state = try await waiting.wait(for: what) { () async throws(TransportError) in
                    let state = try await server.build(id).state(in: context.release)
                    if context.release.waitsForSubmission(state) {
                        throw .calledOff("the submission of \(what) for \(context.rawValue) was called off")
                    }
                    let end = try await watch.end(of: state, of: submitted.subject, in: context.release)
                    return end == nil ? nil : state
                }
            }
            if json {
                try Console.standard.writeJSON(shown)
            } else {
                Console.standard.note(
                    "The build is \(shown.state) for \(context.rawValue), as submission \(shown.submission).")
            }
            try await watch.check(shown.state, of: submitted.subject, in: context.release, what: what)
        }
    }

    private func submitForBeta(_ build: BuildRecord, _ server: PackServer) async throws(TransportError) -> Submitted {
        if let state = build.external, ReleaseContext.external.isUnderWay(state) {
            let found = try await server.connection.list(
                "/v1/betaAppReviewSubmissions", query: [("filter[build]", build.id)]
            ).flatMap(\.resources)
            return Submitted(submission: found.first?.id ?? "-", state: state, subject: nil)
        }
        let submission = try await make("betaAppReviewSubmissions", related: ["build": ("builds", build.id)], server)
        return Submitted(
            submission: submission.id, state: submission.string("betaReviewState") ?? "submitted", subject: nil)
    }

    private func submitForAll(
        _ build: BuildRecord, of app: AppRecord, _ server: PackServer
    ) async throws(TransportError) -> Submitted {
        guard let number = build.version else {
            throw .notNow("the build \(build.id) is \(build.state), and can be submitted when it is COMPLETE")
        }
        let submission = StoreSubmission(server: server, app: app, platform: nil, id: nil)
        let earlier = try await server.appVersion(withBuild: build.id, of: app)
        if let earlier, let state = earlier.string("appVersionState"), !Self.openStates.contains(state) {
            let found = try await submission.submissions(of: [.app(earlier.id)])
            return Submitted(
                submission: found[.app(earlier.id)]?.id ?? "-", state: state, subject: .app(earlier.id))
        }
        let version: APIResource
        if let earlier {
            version = earlier
        } else {
            version = try await make(
                "appStoreVersions", ["versionString": .string(number)],
                related: ["app": ("apps", app.id), "build": ("builds", build.id)], server)
        }
        let submitted = try await submission.submit([.app(version.id)])
        return Submitted(
            submission: submitted.id, state: submitted.string("state") ?? "submitted", subject: .app(version.id))
    }

    /// Of a version of the app that can be submitted, again or for the first time.
    private static let openStates: Set<String> = [
        "PREPARE_FOR_SUBMISSION", "READY_FOR_REVIEW", "REJECTED", "METADATA_REJECTED", "DEVELOPER_REJECTED",
        "INVALID_BINARY",
    ]

    private func make(
        _ type: String, _ attributes: [String: JSONValue] = [:], related: [String: (String, String)],
        _ server: PackServer
    ) async throws(TransportError) -> APIResource {
        try await server.connection.send(
            .POST, "/v1/\(type)", body: APIBody(type, attributes: attributes, related: related)
        ).one("POST /v1/\(type)")
    }
}
