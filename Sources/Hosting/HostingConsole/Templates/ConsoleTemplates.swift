// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage
internal import Mustache

/// The HTML of the pages: what is filled in cannot be taken for it.
struct ConsoleTemplates: Sendable {
    private let library: MustacheLibrary
    private let layout: MustacheTemplate

    init() throws {
        func template(_ bytes: [UInt8]) throws -> MustacheTemplate {
            try MustacheTemplate(string: String(decoding: bytes, as: UTF8.self))
        }
        layout = try template(PackageResources.layout_mustache)
        library = MustacheLibrary(templates: [
            SignInContent.template: try template(PackageResources.sign_in_mustache),
            WelcomeContent.template: try template(PackageResources.welcome_mustache),
            ProblemContent.template: try template(PackageResources.problem_mustache),
            AppsContent.template: try template(PackageResources.apps_mustache),
            AppContent.template: try template(PackageResources.app_mustache),
            PackContent.template: try template(PackageResources.pack_mustache),
            VersionContent.template: try template(PackageResources.version_mustache),
            ReviewsContent.template: try template(PackageResources.reviews_mustache),
            ReviewContent.template: try template(PackageResources.review_mustache),
            NewAppContent.template: try template(PackageResources.app_new_mustache),
            AppSettingsContent.template: try template(PackageResources.app_settings_mustache),
            MemberContent.template: try template(PackageResources.member_mustache),
            TeamContent.template: try template(PackageResources.team_mustache),
            AccountContent.template: try template(PackageResources.account_mustache),
            WebhooksContent.template: try template(PackageResources.webhooks_mustache),
            WebhookContent.template: try template(PackageResources.webhook_mustache),
            BuildsContent.template: try template(PackageResources.builds_mustache),
            BuildContent.template: try template(PackageResources.build_mustache),
            AppVersionsContent.template: try template(PackageResources.app_versions_mustache),
            AppVersionContent.template: try template(PackageResources.app_version_mustache),
            "difference": try template(PackageResources.difference_mustache),
            "webhook-fields": try template(PackageResources.webhook_fields_mustache),
            LogContent.template: try template(PackageResources.log_mustache),
        ])
    }

    /// - `root`: what the paths of pages begin with.
    func html(_ content: any ConsoleContent, session: MemberSession?, root: String) -> String {
        layout.render(
            Frame(
                root: root, title: content.title, trail: content.trail, page: type(of: content).template,
                content: content, style: root + ConsoleAsset.stylePath, script: root + ConsoleAsset.scriptPath,
                upload: root + ConsoleAsset.uploadPath,
                token: session?.formToken ?? "", member: session.map { Frame.Person($0.member) }),
            library: library)
    }

    /// What is around each page.
    private struct Frame {
        struct Person {
            let name: String
            let role: String
            let seesLog: Bool
            let seesTeam: Bool

            init(_ member: Member) {
                name = member.shownName
                role = member.role.title
                seesLog = member.role.allows(.audit)
                seesTeam = member.role.allows(.manageMembers) && member.appIDs == nil
            }
        }

        let root: String
        let title: String
        let trail: [PageLink]
        let page: String
        let content: any ConsoleContent
        let style: String
        let script: String
        let upload: String
        /// Of forms.
        let token: String
        let member: Person?
    }
}
