// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceInterface
internal import TransferEngine

/// Everything that can be set: name, default, and what it means.
enum Setting: String, CaseIterable, Sendable {
    case extensionRunTime = "extension-run-time"
    case extensionDailyRunTime = "extension-daily-run-time"
    case extensionMemory = "extension-memory"
    case concurrentExtensions = "concurrent-extensions"
    case concurrentTransfers = "concurrent-transfers"
    case connectionsPerHost = "connections-per-host"
    case stallTimeout = "stall-timeout"
    case challengePatience = "challenge-patience"
    case retryFirst = "retry-first"
    case retryLongest = "retry-longest"
    case essentialPatience = "essential-patience"
    case backgroundPatience = "background-patience"
    case checkInterval = "check-interval"
    case automaticUpdates = "automatic-updates"
    case backgroundRefresh = "background-refresh"
    case inAppContent = "in-app-content"
    case lowPowerMode = "low-power-mode"
    case metered = "metered"
    case gameInFront = "game-in-front"
    case freeSpace = "free-space"
    case idleTimeout = "idle-timeout"
    case proxy
    case urlOverride = "url-override"
    case developerMode = "developer-mode"

    /// What a value must be.
    enum Kind: Equatable, Sendable {
        /// A whole number in this range.
        case integer(ClosedRange<Int64>)
        /// `on` or `off`.
        case toggle
        /// `on`, `off`, or `auto` for what the system says.
        case automaticToggle
        /// An https address, or empty.
        case address
        /// `auto`, `off`, or the address of a proxy.
        case proxy
    }

    var kind: Kind {
        switch self {
        case .extensionRunTime: .integer(1...3600)
        case .extensionDailyRunTime: .integer(10...86_400)
        case .extensionMemory: .integer(1...1024)
        case .concurrentExtensions: .integer(1...64)
        case .concurrentTransfers: .integer(1...64)
        case .connectionsPerHost: .integer(1...64)
        case .stallTimeout: .integer(1...3600)
        case .challengePatience: .integer(1...600)
        case .retryFirst: .integer(1...3600)
        case .retryLongest: .integer(1...86_400)
        case .essentialPatience: .integer(0...3600)
        case .backgroundPatience: .integer(60...(90 * 86_400))
        case .checkInterval: .integer(60...(30 * 86_400))
        case .automaticUpdates, .backgroundRefresh, .inAppContent, .developerMode: .toggle
        case .lowPowerMode, .metered, .gameInFront: .automaticToggle
        case .freeSpace: .integer(0...1_048_576)
        case .idleTimeout: .integer(1...86_400)
        case .proxy: .proxy
        case .urlOverride: .address
        }
    }

    var defaultValue: String {
        switch self {
        case .extensionRunTime: "30"
        case .extensionDailyRunTime: "300"
        case .extensionMemory: "8"
        case .concurrentExtensions: "4"
        case .concurrentTransfers: "4"
        case .connectionsPerHost: "6"
        case .stallTimeout: "60"
        case .challengePatience: "30"
        case .retryFirst: "2"
        case .retryLongest: "900"
        case .essentialPatience: "5"
        case .backgroundPatience: "604800"
        case .checkInterval: "86400"
        case .automaticUpdates, .backgroundRefresh, .inAppContent: "on"
        case .lowPowerMode, .metered, .gameInFront: "auto"
        case .freeSpace: "512"
        case .idleTimeout: "60"
        case .proxy: ProxyPolicy.automatic
        case .urlOverride: ""
        case .developerMode: "off"
        }
    }

    var meaning: String {
        switch self {
        case .extensionRunTime: "seconds that an extension may run each time it is woken, before it is ended"
        case .extensionDailyRunTime:
            "seconds a day that the extension of a new app may run; a quarter to four times as much, by use"
        case .extensionMemory: "MiB of anonymous memory that an extension may use before it is ended"
        case .concurrentExtensions: "extensions of apps that run at a time; as many again when somebody waits for them"
        case .concurrentTransfers: "transfers at a time"
        case .connectionsPerHost: "HTTP/1.1 connections to one host at a time"
        case .retryFirst:
            "seconds before a failed transfer is tried again; each further time twice as long, by 25 % more or less"
        case .retryLongest: "most seconds between two tries of a transfer, unless its server names a time (up to a day)"
        case .stallTimeout: "seconds with less than 1 KiB each after which a transfer is tried again"
        case .challengePatience:
            "seconds that an app or its extension may take to answer what a server asks (a password, or to be trusted)"
        case .essentialPatience: "seconds that essential downloads wait for connectivity"
        case .backgroundPatience: "seconds after which a failing background download is given up"
        case .checkInterval: "seconds between checks for newer versions of an app in use and of its packs"
        case .automaticUpdates: "whether apps and packs are updated in the background without being asked (on or off)"
        case .backgroundRefresh:
            "whether apps download and do their tasks in the background, and their extensions run (on or off; `--app` for one app)"
        case .inAppContent:
            "whether apps fetch assets before their first launch (on or off)"
        case .lowPowerMode:
            "whether nothing is done in the background, to save power (on, off, or auto as the system says)"
        case .metered:
            "whether the connection costs by what is transferred, so that nothing is downloaded in the background (on, off, "
                + "or auto as the system says)"
        case .gameInFront:
            "whether a game is played, so that nothing is downloaded in the background for other apps (on, off, or auto as the "
                + "system says)"
        case .freeSpace:
            "MiB of the disk that are kept free by removing purgeable files, a twentieth of it at most; 0: only for downloads"
        case .idleTimeout: "seconds without a client or work after which the service ends itself"
        case .developerMode:
            "whether developers may simulate events and follow extensions (`backgroundassets-debug`; on or off)"
        case .proxy:
            "the proxy through which hosts are asked: http://HOST:PORT, off, or auto as https_proxy, all_proxy and no_proxy say in the service's environment"
        case .urlOverride: "scheme, host and port of a development server that replaces every app's own host"
        }
    }

    /// Whether it can be set for one app, beside all.
    var isPerApp: Bool { self == .backgroundRefresh }

    /// A value as it may be shown to people: one that is refused may hold a password.
    func shown(_ value: String) -> String {
        guard kind == .proxy, let at = value.lastIndex(of: "@") else { return value }
        let scheme = value.range(of: "://").map { value[..<$0.upperBound] } ?? ""
        return "\(scheme)…\(value[at...])"
    }

    /// Why `value` is not allowed, or nil.
    func problem(with value: String) -> String? {
        switch kind {
        case .integer(let range):
            guard let number = Int64(value), range.contains(number) else {
                return "it must be a whole number from \(range.lowerBound) to \(range.upperBound)"
            }
            return nil
        case .proxy: return ProxyPolicy.problem(with: value)
        case .automaticToggle:
            return ["auto", "on", "off"].contains(value) ? nil : "it must be on, off or auto"
        case .toggle: return value == "on" || value == "off" ? nil : "it must be on or off"
        case .address:
            guard let components = URLComponents(string: value), !value.isEmpty else {
                return value.isEmpty ? nil : "it must be an https address, as in https://localhost:8443"
            }
            let isBase =
                components.scheme?.lowercased() == "https" && components.host?.isEmpty == false
                && components.path.isEmpty && components.query == nil && components.fragment == nil
                && components.user == nil && components.port.map { (1...65535).contains($0) } ?? true
            return isBase ? nil : "it must be scheme, host and port, as in https://localhost:8443"
        }
    }
}
