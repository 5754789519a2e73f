// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

struct LogContent: ConsoleContent {
    struct Row: Sendable {
        let time: String
        let person: String
        let action: String
        let app: String
        let subject: String
        let detail: String?
    }

    static let template = "log"
    let title = "Log"
    let rows: [Row]
    let next: String?

    init(_ page: Page<AuditEntry>, people: [String: String], apps: [String: String]) {
        rows = page.elements.map { entry in
            Row(
                time: entry.time.description, person: Self.words(entry.principal, people),
                action: entry.action.rawValue.replacing(".", with: " ").replacing("-", with: " "),
                app: entry.appID.map { apps[$0] ?? $0 } ?? "", subject: entry.subject, detail: entry.detail)
        }
        next = PagePlace.next(after: page) { ($0.time, $0.id) }
    }

    private static func words(_ principal: Principal, _ names: [String: String]) -> String {
        switch principal.kind {
        case .key: "Key " + (names[principal.id] ?? principal.id)
        case .member: names[principal.id] ?? "A former member"
        case .machine: "At the host's machine"
        case .host: "The host"
        }
    }
}
