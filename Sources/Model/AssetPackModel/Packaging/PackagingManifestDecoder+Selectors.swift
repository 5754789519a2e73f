// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension PackagingManifestDecoder {
    private static let selectorKeys = [
        "file", "directory", "filePattern", "fileSource", "fileDestination", "directorySource", "directoryDestination",
        "fileExclusion",
    ]
    private static let fileKeys: Set = ["file", "fileSource", "fileDestination"]
    private static let partners = [
        "fileSource": "fileDestination", "fileDestination": "fileSource", "directorySource": "directoryDestination",
        "directoryDestination": "directorySource",
    ]

    func selector(_ node: JSONNode) throws(SourceError) -> FileSelector {
        let members = try members(node, of: "a file selector", known: Self.selectorKeys)
        guard case .object(let ordered) = node.content, let first = ordered.first else {
            throw source.error(
                at: node.offset,
                "a file selector has one of \"file\", \"directory\", \"filePattern\" and \"fileExclusion\", or a pair "
                    + "\"fileSource\" and \"fileDestination\" or \"directorySource\" and \"directoryDestination\"")
        }
        let partner = Self.partners[first.key]
        if let other = ordered.first(where: { $0.key != first.key && $0.key != partner }) {
            throw source.error(
                at: other.keyOffset,
                "\"\(first.key)\" and \"\(other.key)\" do not go together: make two selectors of them")
        }
        if let partner, members[partner] == nil {
            throw source.error(at: first.keyOffset, "\"\(first.key)\" needs \"\(partner)\" beside it")
        }
        func path(_ key: String, mayBeRoot: Bool) throws(SourceError) -> String {
            try self.path(members[key] ?? node, key, mayBeRoot: mayBeRoot)
        }
        let kind: FileSelector.Kind =
            switch first.key {
            case "file": .file(try path("file", mayBeRoot: false))
            case "directory": .directory(try path("directory", mayBeRoot: true))
            case "filePattern": .filePattern(try path("filePattern", mayBeRoot: false))
            case "fileExclusion": .fileExclusion(try path("fileExclusion", mayBeRoot: false))
            case "fileSource", "fileDestination":
                .renamedFile(
                    source: try path("fileSource", mayBeRoot: false),
                    destination: try path("fileDestination", mayBeRoot: false))
            default:
                .renamedDirectory(
                    source: try path("directorySource", mayBeRoot: true),
                    destination: try path("directoryDestination", mayBeRoot: true))
            }
        return FileSelector(kind, offset: node.offset)
    }

    /// A relative path or pattern, normalized; empty for the root.
    private func path(_ node: JSONNode, _ key: String, mayBeRoot: Bool) throws(SourceError) -> String {
        let text = try string(node, key)
        guard !text.isEmpty else { throw source.error(at: node.offset, "\(key) is empty") }
        guard !text.utf8.contains(0) else { throw source.error(at: node.offset, "\(key) holds a NUL character") }
        guard !text.hasPrefix("/") else {
            throw source.error(
                at: node.offset, "\(key) is relative to the source root: leave out the leading slash")
        }
        let components = text.split(separator: "/").filter { $0 != "." }
        guard !components.contains("..") else {
            throw source.error(
                at: node.offset, "\(key) may not leave the source root by \"..\"; set \"sourceRoot\" to a folder above")
        }
        if Self.fileKeys.contains(key), text.hasSuffix("/") || text.hasSuffix("/.") {
            throw source.error(
                at: node.offset,
                "\(key) names a file, and \"\(text)\" a folder: write the file's name, with no slash after it")
        }
        guard mayBeRoot || !components.isEmpty else {
            throw source.error(at: node.offset, "\(key) names a folder where a file is due")
        }
        return components.joined(separator: "/")
    }
}
