// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// A download manifest as it stands in a file, kept whole: keys that this tool does not know stay as they are.
package struct DownloadManifestDocument: Sendable {
    package struct Entry: Sendable {
        package let id: String
        package var members: [String: JSONValue]

        /// The pack's version.
        package var version: Int {
            if case .integer(let version)? = members["version"] { Int(clamping: version) } else { 0 }
        }

        package init(id: String, members: [String: JSONValue]) {
            self.id = id
            self.members = members
        }
    }

    /// The file's path, for messages.
    package let path: String
    /// The keys of the top level but `assetPacks`.
    package var members: [String: JSONValue]
    package var entries: [Entry]

    package init(path: String, members: [String: JSONValue] = [:], entries: [Entry] = []) {
        self.path = path
        self.members = members
        self.entries = entries
    }

    /// Reads a manifest.
    ///
    /// - Throws: `SourceError` when it is no download manifest.
    package init(parsing source: SourceText) throws(SourceError) {
        let root = try JSONTextParser.parse(source)
        guard case .object(let members) = root.content, case .array(let nodes)? = root["assetPacks"]?.content else {
            throw source.error(
                at: root["assetPacks"]?.offset ?? root.offset,
                "this is no download manifest: it has an object with the array \"assetPacks\"")
        }
        self.init(path: source.name)
        for member in members where member.key != "assetPacks" { self.members[member.key] = member.value.value }
        for node in nodes {
            guard case .object(let members) = node.value, case .string(let id)? = members["id"] else {
                throw source.error(at: node.offset, "an asset pack is an object with an \"id\"")
            }
            guard case .integer(0...)? = members["version"] else {
                throw source.error(
                    at: node["version"]?.offset ?? node.offset,
                    "the pack \(id) has no \"version\" that is a whole number")
            }
            if entries.contains(where: { $0.id == id }) {
                throw source.error(at: node.offset, "the pack \(id) comes twice")
            }
            entries.append(Entry(id: id, members: members))
        }
    }

    /// Whether it has the keys of the Linux form.
    package var isLinuxForm: Bool { members["platform"] != nil || members["formatVersion"] != nil }

    /// The IDs that were taken back.
    package var removed: [String] {
        guard case .array(let values)? = members["removed"] else { return [] }
        return values.compactMap { if case .string(let id) = $0 { id } else { nil } }
    }

    /// Rises with each publication; 0 when there was none.
    package var sequence: Int64 {
        if case .integer(let number)? = members["sequence"] { number } else { 0 }
    }

    /// The entry with this ID.
    package func entry(_ id: String) -> Entry? { entries.first { $0.id == id } }

    /// The text of the file.
    package var text: String {
        var all = members
        all["assetPacks"] = .array(entries.map { .object($0.members) })
        return JSONValue.object(all).text + "\n"
    }
}
