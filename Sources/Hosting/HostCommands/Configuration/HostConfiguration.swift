// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a person has said of a host: by options, else by the environment, else in a file.
struct HostConfiguration {
    struct Value: Equatable {
        var texts: [String]
        /// Where it was said: `--port`, `BA_HOST_PORT`, or `host.yaml:3`.
        var source: String
    }

    private let values: [ConfigurationKey: Value]
    /// All of it: the store's credentials are not ours to name.
    let environment: [String: String]

    /// - `options`: those that were given.
    /// - `file`: that of `--config`; else BA_HOST_CONFIG names it.
    init(
        options: [ConfigurationKey: [String]], file: String?, environment: [String: String]
    ) throws(HostCommandError) {
        self.environment = environment
        let path = file ?? environment["BA_HOST_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        var values =
            try path.map { (path) throws(HostCommandError) in try ConfigurationFile(path: path) }?.values ?? [:]
        for key in ConfigurationKey.allCases {
            if let texts = options[key], !texts.isEmpty {
                values[key] = Value(texts: texts, source: key.option)
            } else if let text = environment[key.environmentName], !text.isEmpty {
                let texts = key.isList ? text.split(separator: key.separator).map(String.init) : [text]
                values[key] = Value(texts: texts, source: key.environmentName)
            }
        }
        self.values = values
    }

    subscript(_ key: ConfigurationKey) -> Value? { values[key] }

    func text(_ key: ConfigurationKey) -> String? { values[key]?.texts.first }

    func texts(_ key: ConfigurationKey) -> [String] { values[key]?.texts ?? [] }

    /// - Throws: `setting` for what is no number of these.
    func number(_ key: ConfigurationKey, in range: ClosedRange<Int>) throws(HostCommandError) -> Int? {
        guard let value = values[key], let text = value.texts.first else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .setting(value.source, "\(text) is no number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// - Throws: `setting` for what is neither.
    func flag(_ key: ConfigurationKey) throws(HostCommandError) -> Bool? {
        guard let value = values[key], let text = value.texts.first else { return nil }
        switch text.lowercased() {
        case "true", "yes", "on", "1": return true
        case "false", "no", "off", "0": return false
        default: throw .setting(value.source, "\(text) is neither true nor false")
        }
    }

    /// That what was said of a key means nothing.
    func invalid(_ key: ConfigurationKey, _ reason: String) -> HostCommandError {
        .setting(values[key]?.source ?? key.option, reason)
    }
}
