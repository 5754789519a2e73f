// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SystemSupport
internal import Yams

/// A file in YAML that says what options would: `port: 8444`.
struct ConfigurationFile {
    private static let largestSize = 1 << 20

    private(set) var values: [ConfigurationKey: HostConfiguration.Value] = [:]

    init() {}

    /// - Throws: `setting`, with the line, for what is no setting, or has a value that is none.
    init(path: String) throws(HostCommandError) {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch { throw .setting("--config", "\(path) cannot be read: \(error.localizedDescription)") }
        guard bytes.count <= Self.largestSize, let text = String(data: bytes, encoding: .utf8) else {
            throw .setting("--config", "\(path) is no text, or longer than a mebibyte")
        }
        let root: Node?
        do { root = try compose(yaml: text) } catch {
            throw .setting("--config", "\(path) is no YAML: \(error)")
        }
        // One that is empty, or has comments alone, says nothing.
        guard let root, root.null == nil else { return }
        guard let mapping = root.mapping else {
            throw .setting("--config", "\(path) has no settings: it is lines like `port: 8444`")
        }
        for (name, node) in mapping {
            let place = "\(path):\((name.mark ?? node.mark)?.line ?? 1)"
            guard let key = name.string.flatMap(ConfigurationKey.init(rawValue:)) else {
                throw .setting(
                    place,
                    "\(name.string ?? "this") is no setting; there are "
                        + ConfigurationKey.allCases.map(\.rawValue).sorted().joined(separator: ", "))
            }
            let texts =
                if key.isList, let sequence = node.sequence { sequence.compactMap(\.scalar?.string) } else {
                    [node.scalar?.string].compactMap { $0 }
                }
            guard !texts.isEmpty, texts.count == (key.isList ? node.sequence?.count ?? 1 : 1) else {
                throw .setting(place, "\(key.rawValue) is \(key.isList ? "a text, or a list of texts" : "one text")")
            }
            values[key] = HostConfiguration.Value(texts: texts, source: place)
        }
    }
}
