// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Logging
internal import ServiceInterface

/// The settings and their values now.
actor SettingsService {
    private let store: AssetStore
    private let logger: Logger
    private var values: [String: String] = [:]
    /// What was set for single apps, by bundle ID.
    private var appValues: [String: [String: String]] = [:]
    /// A setting has another value, or something else that parts go by.
    nonisolated let changes = ChangeSignal()

    init(store: AssetStore, logger: Logger) async throws(AssetStoreError) {
        self.store = store
        self.logger = logger
        values = try await store.settings()
        appValues = try await store.appSettings()
    }

    /// The value of a setting, as it is written.
    func text(_ setting: Setting) -> String {
        guard let value = values[setting.rawValue], setting.problem(with: value) == nil else {
            return setting.defaultValue
        }
        return value
    }

    func integer(_ setting: Setting) -> Int64 { Int64(text(setting)) ?? 0 }

    func isOn(_ setting: Setting) -> Bool { text(setting) == "on" }

    var urlOverride: String? {
        let text = text(.urlOverride)
        return text.isEmpty ? nil : text
    }

    /// The value of a setting that can be set for one app, as it is set for that.
    func text(_ setting: Setting, of bundleID: String) -> String {
        guard let value = appValues[bundleID]?[setting.rawValue], setting.problem(with: value) == nil else {
            return setting.defaultValue
        }
        return value
    }

    func isOn(_ setting: Setting, of bundleID: String) -> Bool { text(setting, of: bundleID) == "on" }

    /// An app is gone, with what was set for it.
    func forget(_ bundleID: String) { appValues[bundleID] = nil }

    func records(of bundleID: String) -> [SettingRecord] {
        Setting.allCases.filter(\.isPerApp).map { setting in
            SettingRecord(
                name: setting.rawValue, value: text(setting, of: bundleID), defaultValue: setting.defaultValue,
                meaning: setting.meaning)
        }
    }

    func records() -> [SettingRecord] {
        Setting.allCases.map { setting in
            SettingRecord(
                name: setting.rawValue, value: text(setting), defaultValue: setting.defaultValue,
                meaning: setting.meaning)
        }
    }

    /// Sets a setting, or takes it back to its default with nil.
    ///
    /// - `bundleID`: the app for which alone it is set, which must be on record.
    func set(_ name: String, to value: String?, of bundleID: String? = nil) async throws(ServiceError) {
        guard let setting = Setting(rawValue: name) else {
            throw ServiceError(
                .settingInvalid,
                "there is no setting \"\(name)\"; there are \(Setting.allCases.map(\.rawValue).joined(separator: ", "))",
                subject: name)
        }
        let wanted = value ?? setting.defaultValue
        if let problem = setting.problem(with: wanted) ?? conflict(of: setting, at: wanted) {
            throw ServiceError(
                .settingInvalid, "\(name) cannot be \"\(setting.shown(wanted))\": \(problem)", subject: name)
        }
        guard bundleID == nil || setting.isPerApp else {
            throw ServiceError(
                .settingInvalid,
                "\(name) cannot be set for one app; "
                    + Setting.allCases.filter(\.isPerApp).map(\.rawValue).joined(separator: ", ") + " can",
                subject: name)
        }
        do throws(AssetStoreError) { try await store.set(name, to: value, of: bundleID) } catch {
            throw ServiceError(store: error)
        }
        if let bundleID { appValues[bundleID, default: [:]][name] = value } else { values[name] = value }
        changes.signal()
        logger.info("setting \(name)\(bundleID.map { " of \($0)" } ?? "") is \(value ?? "at its default")")
    }
}
