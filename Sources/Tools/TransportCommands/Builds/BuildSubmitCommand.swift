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
            without packs, which are submitted by themselves.

            EXAMPLES
              ba-transport build submit 0b8f6c1e-6ab6-4c39-9b3c-8f5b0f6f8f11 --app com.example.game --context external
            """)

    @Argument(help: "The ID of the build, as `ba-transport build list` has it.") var id: String
    @Option(help: "Who gets it: external, or appstore.") var context: ReleaseContext
    @OptionGroup var app: AppOptions
    @Flag(help: "Print a JSON object.") var json = false

    private struct Shown: Encodable {
        let build: String
        let submission: String
        let state: String
    }

    func validate() throws {
        guard context != .internal else {
            throw ValidationError("Internal testers have each build as soon as it is processed.")
        }
    }

    func run() async throws {
        let shown = try await app.withApp { server, app in
            let build = try await server.build(id)
            return context == .external
                ? try await submitForBeta(build, server) : try await submitForAll(build, of: app, server)
        }
        if json { return try Console.standard.writeJSON(shown) }
        Console.standard.note("The build is \(shown.state) for \(context.rawValue), as submission \(shown.submission).")
    }

    private func submitForBeta(_ build: BuildRecord, _ server: PackServer) async throws(TransportError) -> Shown {
        let submission = try await make("betaAppReviewSubmissions", related: ["build": ("builds", build.id)], server)
        return Shown(
            build: build.id, submission: submission.id, state: submission.string("betaReviewState") ?? "submitted")
    }

    private func submitForAll(
        _ build: BuildRecord, of app: AppRecord, _ server: PackServer
    ) async throws(TransportError) -> Shown {
        guard let number = build.version else {
            throw .notNow("the build \(build.id) is \(build.state), and can be submitted when it is COMPLETE")
        }
        let version = try await make(
            "appStoreVersions", ["versionString": .string(number)],
            related: ["app": ("apps", app.id), "build": ("builds", build.id)], server)
        let submission = try await make("reviewSubmissions", related: ["app": ("apps", app.id)], server)
        _ = try await make(
            "reviewSubmissionItems",
            related: [
                "reviewSubmission": ("reviewSubmissions", submission.id),
                "appStoreVersion": ("appStoreVersions", version.id),
            ], server)
        let request = "/v1/reviewSubmissions/\(submission.id)"
        let submitted = try await server.connection.send(
            .PATCH, request,
            body: APIBody("reviewSubmissions", id: submission.id, attributes: ["submitted": .bool(true)])
        ).one("PATCH \(request)")
        return Shown(build: build.id, submission: submission.id, state: submitted.string("state") ?? "submitted")
    }

    private func make(
        _ type: String, _ attributes: [String: JSONValue] = [:], related: [String: (String, String)],
        _ server: PackServer
    ) async throws(TransportError) -> APIResource {
        try await server.connection.send(
            .POST, "/v1/\(type)", body: APIBody(type, attributes: attributes, related: related)
        ).one("POST /v1/\(type)")
    }
}
