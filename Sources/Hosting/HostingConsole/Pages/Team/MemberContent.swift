// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// Somebody of the team, as they can be changed.
struct MemberContent: ConsoleContent {
    static let template = "member"
    let title: String
    let trail = [PageLink(name: "Team", path: "/team")]
    let memberID: String
    let name: String
    let roles: [TeamContent.RoleChoice]
    let apps: [TeamContent.AppChoice]
    let hasAllApps: Bool
    let problem: String?

    /// - `form`: what was asked for, and is to be put right.
    init(_ member: Member, apps: [HostedApp], form: FormFields, problem: String?) {
        let form = problem == nil ? nil : form
        title = member.mail.description
        memberID = member.id
        name = form.map { $0["name"] ?? "" } ?? member.name
        roles = TeamContent.RoleChoice.all(form?.role ?? member.role)
        let chosen = form?.all("app") ?? member.appIDs ?? []
        self.apps = apps.map { TeamContent.AppChoice(id: $0.id, name: $0.name, isChosen: chosen.contains($0.id)) }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        hasAllApps = form.map { $0["apps"] == "all" } ?? (member.appIDs == nil)
        self.problem = problem
    }
}
