// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension PackagingManifest {
    /// Reads a packaging manifest.
    ///
    /// - Throws: `SourceError` at the place of the first fault.
    package init(parsing source: SourceText) throws(SourceError) {
        self = try PackagingManifestDecoder(source: source).manifest(try JSONTextParser.parse(source))
    }
}

/// Turns the JSON tree of a packaging manifest into the manifest, with an error at the very place of each fault.
struct PackagingManifestDecoder {
    let source: SourceText

    private static let keys = [
        "assetPackID", "downloadPolicy", "fileSelectors", "platforms", "sourceRoot", "language", "userInfo",
    ]

    func manifest(_ root: JSONNode) throws(SourceError) -> PackagingManifest {
        let members = try members(root, of: "the manifest", known: Self.keys)
        func required(_ key: String) throws(SourceError) -> JSONNode {
            guard let node = members[key] else { throw source.error(at: root.offset, "the key \"\(key)\" is missing") }
            return node
        }
        let idNode = try required("assetPackID")
        let id = try string(idNode, "assetPackID")
        if let problem = PackIDRule.problem(with: id) {
            throw source.error(at: idNode.offset, "this is no asset pack ID: \(problem)")
        }
        let selectors = try array(try required("fileSelectors"), "fileSelectors")
        guard !selectors.isEmpty else {
            throw source.error(at: members["fileSelectors"]?.offset ?? root.offset, "at least one selector is needed")
        }
        var manifest = PackagingManifest(
            assetPackID: id, downloadPolicy: try policy(try required("downloadPolicy")), fileSelectors: [])
        for node in selectors { manifest.fileSelectors.append(try selector(node)) }
        if let node = members["platforms"] { manifest.platforms = try platforms(node) }
        if let node = members["sourceRoot"] {
            manifest.sourceRoot = try string(node, "sourceRoot")
            manifest.sourceRootOffset = node.offset
            if manifest.sourceRoot?.isEmpty == true {
                throw source.error(at: node.offset, "sourceRoot is empty; \".\" is the manifest's own folder")
            }
        }
        if let node = members["language"] {
            let language = try string(node, "language")
            if let problem = LanguageTagRule.problem(with: language) { throw source.error(at: node.offset, problem) }
            manifest.language = language
        }
        if let node = members["userInfo"] {
            guard case .object = node.content else {
                throw source.error(at: node.offset, "userInfo is an object, and this is \(node.kind)")
            }
            manifest.userInfo = node.value
        }
        return manifest
    }

    // MARK: Policy

    func policy(_ node: JSONNode) throws(SourceError) -> DownloadPolicy {
        let names = ["essential", "prefetch", "onDemand"]
        let choice = "a download policy has exactly one of \"essential\", \"prefetch\" and \"onDemand\""
        _ = try members(node, of: "downloadPolicy", known: names, hint: choice)
        guard case .object(let members) = node.content, let member = members.first else {
            throw source.error(at: node.offset, choice)
        }
        if members.count > 1 { throw source.error(at: members[1].keyOffset, choice) }
        switch member.key {
        case "essential": return .essential(try eventTypes(member))
        case "prefetch": return .prefetch(try eventTypes(member))
        default:
            _ = try self.members(member.value, of: "onDemand", known: [], hint: "onDemand takes none: write {}")
            return .onDemand
        }
    }

    private func eventTypes(_ member: JSONNode.Member) throws(SourceError) -> Set<InstallationEventType> {
        let key = "installationEventTypes"
        let words = InstallationEventType.allCases.map(\.rawValue)
        let inner = try members(member.value, of: member.key, known: [key])
        guard let list = inner[key] else {
            throw source.error(
                at: member.value.offset, "\(member.key) needs \"\(key)\": one or both of \(Self.quoted(words))")
        }
        var types: Set<InstallationEventType> = []
        for node in try array(list, key) {
            let word = try string(node, "an installation event type")
            guard let type = InstallationEventType(rawValue: word) else {
                let hint = SpellingSuggestion.hint(for: word, among: words)
                throw source.error(
                    at: node.offset, "\"\(word)\" is no installation event type (\(Self.quoted(words)))\(hint)")
            }
            guard types.insert(type).inserted else { throw source.error(at: node.offset, "\"\(word)\" comes twice") }
        }
        guard !types.isEmpty else {
            throw source.error(at: list.offset, "\(member.key) needs at least one of \(Self.quoted(words))")
        }
        return types
    }

    private func platforms(_ list: JSONNode) throws(SourceError) -> [Platform] {
        let words = Platform.allCases.map(\.rawValue)
        var platforms: [Platform] = []
        for node in try array(list, "platforms") {
            let word = try string(node, "a platform")
            if word.lowercased() == "ipados" {
                throw source.error(
                    at: node.offset, "\"\(word)\" is no platform here: packs for \"iOS\" reach iPads too")
            }
            guard let platform = Platform(rawValue: word) else {
                let hint = SpellingSuggestion.hint(for: word, among: words)
                throw source.error(at: node.offset, "\"\(word)\" is no platform (\(Self.quoted(words)))\(hint)")
            }
            guard !platforms.contains(platform) else { throw source.error(at: node.offset, "\(word) comes twice") }
            platforms.append(platform)
        }
        return platforms
    }

    // MARK: Types

    /// The members of an object by key, after a check that all of them are known.
    func members(
        _ node: JSONNode, of what: String, known: [String], hint: String? = nil
    ) throws(SourceError) -> [String: JSONNode] {
        guard case .object(let members) = node.content else {
            throw source.error(at: node.offset, "\(what) is an object, and this is \(node.kind)")
        }
        var result: [String: JSONNode] = [:]
        for member in members {
            guard known.contains(member.key) else {
                var explanation = SpellingSuggestion.hint(for: member.key, among: known)
                if explanation.isEmpty {
                    explanation = "; " + (hint ?? "it has \(Self.quoted(known))")
                }
                throw source.error(at: member.keyOffset, "\(what) has no key \"\(member.key)\"\(explanation)")
            }
            result[member.key] = member.value
        }
        return result
    }

    func string(_ node: JSONNode, _ what: String) throws(SourceError) -> String {
        guard case .string(let text) = node.content else {
            throw source.error(at: node.offset, "\(what) is a string, and this is \(node.kind)")
        }
        return text
    }

    func array(_ node: JSONNode, _ what: String) throws(SourceError) -> [JSONNode] {
        guard case .array(let nodes) = node.content else {
            throw source.error(at: node.offset, "\(what) is an array, and this is \(node.kind)")
        }
        return nodes
    }

    static func quoted(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: ", ") }
}
