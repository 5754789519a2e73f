// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The values of all settings as they are at one moment.
struct SettingValues: Equatable, Sendable {
    /// What was set, by the name of the setting.
    var values: [String: String] = [:]
    /// What was set for single apps, by bundle ID.
    var appValues: [String: [String: String]] = [:]

    /// The value of a setting, as it is written. What was set by another version, and is no value now, counts as not set.
    func text(_ setting: Setting) -> String { Self.value(values[setting.rawValue], of: setting) }

    /// The value of a setting that can be set for one app, as it is set for that.
    func text(_ setting: Setting, of bundleID: String) -> String {
        Self.value(appValues[bundleID]?[setting.rawValue], of: setting)
    }

    func isOn(_ setting: Setting) -> Bool { text(setting) == "on" }

    func isOn(_ setting: Setting, of bundleID: String) -> Bool { text(setting, of: bundleID) == "on" }

    func integer(_ setting: Setting) -> Int64 { Int64(text(setting)) ?? 0 }

    private static func value(_ value: String?, of setting: Setting) -> String {
        guard let value, setting.problem(with: value) == nil else { return setting.defaultValue }
        return value
    }
}
