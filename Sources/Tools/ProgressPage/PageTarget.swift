// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ControlCommands
internal import Foundation

/// What a request is for, by its path: `/open/KEY`, or below `/KEY/`.
enum PageTarget: Equatable, Sendable {
    /// Leads to the page.
    case entrance
    /// All apps, or one of them.
    case page(app: String?)
    case style, script
    case action(TransferControl.Action, app: String)

    /// The key that the path has, and what it leads to; nil for a path that leads nowhere.
    static func parse(_ path: String) -> (key: String, target: PageTarget)? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        guard let key = parts.first else { return nil }
        if key == "open" { return parts.count == 2 ? (parts[1], .entrance) : nil }
        switch parts.dropFirst() {
        case [""]: return (key, .page(app: nil))
        case ["page.css"]: return (key, .style)
        case ["page.js"]: return (key, .script)
        case let rest where rest.first == "apps" && (2...3).contains(rest.count):
            guard let app = parts[2].removingPercentEncoding, !app.isEmpty else { return nil }
            if rest.count == 2 { return (key, .page(app: app)) }
            return TransferControl.Action(rawValue: parts[3]).map { (key, .action($0, app: app)) }
        default: return nil
        }
    }

    /// Where the page of an app is, below the key.
    static func path(of app: String) -> String { "/apps/" + encoded(app) }

    /// A name as a component of a path, and as a part of an element's ID.
    static func encoded(_ name: String) -> String {
        let kept = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        // A text that has no such form holds half a character: nothing is named so.
        return name.addingPercentEncoding(withAllowedCharacters: kept) ?? ""
    }
}
