// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The rules for what an app's Info.plist says of its background tasks.
enum TaskKeyRules {
    private static let identifiersKey = "BGTaskSchedulerPermittedIdentifiers"
    private static let modesKey = "UIBackgroundModes"

    /// Apple's values. Here two of them mean something: `fetch` and `processing`.
    private static let modes = [
        "audio", "bluetooth-central", "bluetooth-peripheral", "external-accessory", "fetch", "location",
        "nearby-interaction", "newsstand-content", "processing", "push-to-talk", "remote-notification", "voip",
    ]

    static func check(_ rules: inout KeyRules) {
        let identifiers = strings(identifiersKey, &rules)
        if identifiers?.contains("") == true {
            rules.error("\(identifiersKey) lists an empty identifier, which no task can have")
        }
        for mode in strings(modesKey, &rules) ?? [] where !modes.contains(mode) {
            rules.warn(
                "\(modesKey) lists \(mode), which is none of Apple's background modes"
                    + SpellingSuggestion.hint(for: mode, among: modes))
        }
    }

    /// The strings of an array, when the key is there; nil when it is not, or holds something else, which has been reported then.
    private static func strings(_ key: String, _ rules: inout KeyRules) -> [String]? {
        guard let value = rules.info[key] else { return nil }
        guard case .array(let entries) = value else {
            rules.error("\(key) must be an array of strings, and is \(value.typeName)")
            return nil
        }
        var texts: [String] = []
        for entry in entries {
            if case .string(let text) = entry {
                texts.append(text)
            } else {
                rules.error("\(key) must be an array of strings, and holds \(entry.typeName)")
            }
        }
        return texts
    }
}
