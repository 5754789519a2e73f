// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Logging
internal import ServiceInterface

/// The settings and their values now.
actor SettingsService {
    private let store: AssetStore
    /// -1 to 1.
    let random: @Sendable () -> Double
    private let logger: Logger
    /// As they are now.
    private(set) var values: SettingValues
    /// A setting has another value, or something else that parts go by.
    nonisolated let changes = ChangeSignal()

    init(
        store: AssetStore, random: @escaping @Sendable () -> Double, logger: Logger
    ) async throws(AssetStoreError) {
        self.store = store
        self.random = random
        self.logger = logger
        values = SettingValues(values: try await store.settings(), appValues: try await store.appSettings())
    }

    func text(_ setting: Setting) -> String { values.text(setting) }

    func integer(_ setting: Setting) -> Int64 { values.integer(setting) }

    func isOn(_ setting: Setting) -> Bool { values.isOn(setting) }

    var urlOverride: String? {
        let text = text(.urlOverride)
        return text.isEmpty ? nil : text
    }

    /// An app is gone, with what was set for it.
    func forget(_ bundleID: String) { values.appValues[bundleID] = nil }

    func records(of bundleID: String) -> [SettingRecord] {
        Setting.allCases.filter(\.isPerApp).map { setting in
            SettingRecord(
                name: setting.rawValue, value: values.text(setting, of: bundleID), defaultValue: setting.defaultValue,
                meaning: setting.meaning)
        }
    }

    func records() -> [SettingRecord] {
        Setting.allCases.map { setting in
            SettingRecord(
                name: setting.rawValue, value: values.text(setting), defaultValue: setting.defaultValue,
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
        if let bundleID {
            values.appValues[bundleID, default: [:]][name] = value
        } else {
            values.values[name] = value
        }
        changes.signal()
        logger.info("setting \(name)\(bundleID.map { " of \($0)" } ?? "") is \(value ?? "at its default")")
    }
}
