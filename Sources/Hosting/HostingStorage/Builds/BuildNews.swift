// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// What web hooks and members of the team are told of builds, written in the transaction in which these change.
struct BuildNews {
    let connection: any SQLConnection
    let time: Timestamp
    let makeID: () -> String

    /// Records a build, and what is told of it.
    ///
    /// - `before`: as it was.
    func save(_ build: HostedBuild, before: HostedBuild) throws(StorageError) {
        try build.update(in: connection)
        try tellWebhooks(of: build, before)
        try tellMembers(of: build, before)
    }

    private func tellWebhooks(of build: HostedBuild, _ before: HostedBuild) throws(StorageError) {
        let (old, new) = (before.releases, build.releases)
        try tell(BuildTrigger.steps(from: before.state, to: build.state), of: build, "buildUploads", build.id)
        var external = BuildTrigger.steps(from: old.externalBeta, to: new.externalBeta)
        if build.isExpired, !before.isExpired { external += BuildTrigger.expiry(from: new.externalBeta) }
        // What has expired stays so, whatever takes the place of what.
        if !before.isExpired { try tell(external, of: build, "buildBetaDetails", build.id) }
        let steps = BuildTrigger.steps(from: old.appStore, to: new.appStore)
        guard !steps.isEmpty, let version = try appVersion(of: build) else { return }
        try tell(steps, of: build, "appStoreVersions", version)
    }

    private func tell(
        _ steps: [BuildTrigger.Step], of build: HostedBuild, _ type: String, _ id: String
    ) throws(StorageError) {
        let outbox = WebhookOutbox(connection: connection, time: time, makeID: makeID)
        for step in steps {
            try outbox.add(step.type, of: build.appID, .init(type: type, id: id), from: step.old, to: step.new)
        }
    }

    private func tellMembers(of build: HostedBuild, _ before: HostedBuild) throws(StorageError) {
        let (old, new) = (before.releases, build.releases)
        var events = [
            BuildTrigger.notice(from: before.state, to: build.state, problems: build.problems.errors),
            BuildTrigger.notice(from: old.externalBeta, to: new.externalBeta),
            BuildTrigger.notice(from: old.appStore, to: new.appStore),
        ].compactMap(\.self)
        let mails = MailOutbox(connection: connection, time: time, makeID: makeID)
        for index in events.indices {
            if case .rejected(let context, _) = events[index] {
                events[index] = .rejected(context, message: try message(of: build, in: context))
            }
            try mails.add(events[index], ofApp: build.appID, about: .build(name: build.numbers ?? build.fileName))
        }
    }

    /// The version of the app that the build goes with.
    private func appVersion(of build: HostedBuild) throws(StorageError) -> String? {
        try connection.row("SELECT id FROM app_store_versions WHERE build_id = \(build.id)")?.text("id")
    }

    /// What the reviewer says who has decided: in the last of the reviews of the build.
    private func message(of build: HostedBuild, in context: ReleaseContext) throws(StorageError) -> String? {
        let query: SQL
        if context == .externalBeta {
            query =
                "SELECT message FROM beta_reviews WHERE build_id = \(build.id) ORDER BY submitted_at DESC, id LIMIT 1"
        } else {
            guard let version = try appVersion(of: build) else { return nil }
            query = """
                SELECT i.message FROM review_items i JOIN review_submissions s ON s.id = i.submission_id
                WHERE i.version_id = \(version) ORDER BY s.created_at DESC, s.id LIMIT 1
                """
        }
        return try connection.row(query)?.optionalText("message")
    }
}
