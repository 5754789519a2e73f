// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

struct AppVersionsContent: ConsoleContent {
    struct PlatformChoice: Sendable {
        /// Empty for Linux.
        let value: String
        let title: String
        let isChosen: Bool

        static func all(_ chosen: String?) -> [PlatformChoice] {
            let all: [ApplePlatform?] = [nil] + ApplePlatform.allCases.map(Optional.some)
            return all.map { platform in
                let value = platform?.rawValue ?? ""
                return PlatformChoice(
                    value: value, title: AppVersionRow.title(of: platform), isChosen: value == chosen ?? "")
            }
        }
    }

    static let template = "app-versions"
    let title = "Versions of the app"
    let trail: [PageLink]
    let appID: String
    let versions: [AppVersionRow]
    /// The query of the page after this one.
    let next: String?
    let platforms: [PlatformChoice]
    let builds: [BuildChoice]
    let versionString: String
    let maySubmit: Bool
    let problem: String?

    /// - `form`: what was asked for, and is to be put right.
    init(
        _ page: Page<AppStoreVersionSummary>, of app: HostedApp, builds: [HostedBuild], maySubmit: Bool,
        form: FormFields,
        problem: String?
    ) {
        trail = PageLink.trail(to: app)
        appID = app.id
        versions = page.elements.map { AppVersionRow($0) }
        next = PagePlace.next(after: page) { ($0.version.createdAt, $0.version.id) }
        platforms = PlatformChoice.all(form["platform"])
        self.builds = builds.map { BuildChoice($0, chosen: form["build"]) }
        versionString = form.text("version") ?? ""
        self.maySubmit = maySubmit
        self.problem = problem
    }
}
