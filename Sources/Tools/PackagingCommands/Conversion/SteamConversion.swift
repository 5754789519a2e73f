// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// Turns a Steam depot build script into a packaging manifest.
///
/// `ContentRoot` becomes the source root, each `FileMapping` selectors, each `FileExclusion` an exclusion. Steam's
/// wildcards `*` and `?` become globs; a mapping that puts matching files elsewhere becomes a folder pair where it takes
/// all files of a folder, else one pair a file, for which the content must be at hand.
package struct SteamConversion {
    /// The selectors and the source root that a script amounts to.
    package struct Result: Sendable {
        package var sourceRoot: String
        package var selectors: [FileSelector] = []
        /// What the script says and a packaging manifest cannot.
        package var warnings: [String] = []
    }

    /// Where a mapping puts its files.
    private enum Destination {
        case unchanged
        case folder(String)
        case path(String)
    }

    private let source: SourceText
    private let content: SourceRoot?
    private var result: Result

    /// Converts a script.
    ///
    /// - Parameters:
    ///   - source: the script.
    ///   - depotID: which depot of an app build script; nil when there is one only.
    ///   - contentRoot: replaces the script's own.
    ///   - openContent: opens the source root, relative to the script's folder; nil when it is not at hand.
    /// - Returns: the source root and the selectors.
    /// - Throws: `PackagingError.source` or `.conversion` for what has no counterpart.
    package static func convert(
        _ source: SourceText, depotID: String?, contentRoot: String?, openContent: (String) -> SourceRoot?
    ) throws(PackagingError) -> Result {
        let root: SteamScriptNode
        do {
            root = try SteamScriptParser.parse(source)
        } catch {
            throw .source(error)
        }
        let depot = try depot(in: root, id: depotID, source: source)
        var sourceRoot = contentRoot ?? depot.text("ContentRoot") ?? root.text("ContentRoot") ?? "."
        if contentRoot == nil {
            if sourceRoot.dropFirst().hasPrefix(":") || sourceRoot.hasPrefix("\\\\") {
                throw .conversion(
                    "the script's ContentRoot \(sourceRoot) is a path of Windows; give the folder with --source-root")
            }
            sourceRoot = sourceRoot.replacing("\\", with: "/")
        }
        while sourceRoot.count > 1, sourceRoot.hasSuffix("/") { sourceRoot.removeLast() }
        if sourceRoot.isEmpty { sourceRoot = "." }
        var conversion = SteamConversion(
            source: source, content: openContent(sourceRoot), result: Result(sourceRoot: sourceRoot))
        try conversion.convert(depot)
        return conversion.result
    }

    private static func depot(
        in root: SteamScriptNode, id: String?, source: SourceText
    ) throws(PackagingError) -> SteamScriptNode {
        if root.key.lowercased().hasPrefix("depotbuild") { return root }
        guard root.key.lowercased() == "appbuild" else {
            throw .source(
                source.error(
                    at: root.offset,
                    "\"\(root.key)\" is no build script; one begins with \"DepotBuild\", \"DepotBuildConfig\" or \"AppBuild\""
                ))
        }
        let depots = root.children(named: "Depots").flatMap(\.children)
        let ids = depots.map(\.key).joined(separator: ", ")
        guard let depot = id == nil && depots.count == 1 ? depots.first : depots.first(where: { $0.key == id }) else {
            throw .conversion(
                id == nil
                    ? "the script builds \(depots.count) depots (\(ids)); choose one with --depot-id"
                    : "the script builds no depot \(id ?? ""); it has \(ids)")
        }
        guard case .children = depot.value else {
            throw .conversion("the depot \(depot.key) stands in a script of its own; convert that one")
        }
        return depot
    }

    private mutating func convert(_ depot: SteamScriptNode) throws(PackagingError) {
        for child in depot.children {
            switch child.key.lowercased() {
            case "filemapping": try convert(mapping: child)
            case "fileexclusion": try convert(exclusion: child)
            case "depotid", "contentroot", "buildoutput": break
            default:
                result.warnings.append(
                    source.diagnostic(
                        at: child.offset, severity: .warning,
                        "\"\(child.key)\" has no counterpart in a packaging manifest and is left out"
                    ).description)
            }
        }
        guard result.selectors.contains(where: { if case .fileExclusion = $0.kind { false } else { true } }) else {
            throw .source(source.error(at: depot.offset, "the script has no \"FileMapping\""))
        }
    }

    private mutating func convert(exclusion node: SteamScriptNode) throws(PackagingError) {
        guard case .text(let text) = node.value else {
            throw .source(source.error(at: node.offset, "a FileExclusion is one pattern"))
        }
        let path = try relative(text, node)
        // A pattern without a folder counts in every folder.
        add(.fileExclusion(path.contains("/") ? Self.glob(path) : "**/" + Self.glob(path)), node)
    }

    private mutating func convert(mapping node: SteamScriptNode) throws(PackagingError) {
        guard let localPath = node.text("LocalPath") else {
            throw .source(source.error(at: node.offset, "a FileMapping needs a \"LocalPath\""))
        }
        let isRecursive = (node.text("Recursive") ?? "0") != "0"
        let path = try relative(localPath, node)
        let destination = try destination(node.text("DepotPath") ?? ".", node)
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[..<$0]) } ?? ""
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard !folder.contains("*"), !folder.contains("?") else {
            return try convertPattern(path, folder: "", name: name, isRecursive: isRecursive, destination, node)
        }
        if name == "*", isRecursive {
            switch destination {
            case .unchanged: add(.directory(folder), node)
            case .folder(let target), .path(let target):
                let isSame = folder == target
                add(isSame ? .directory(folder) : .renamedDirectory(source: folder, destination: target), node)
            }
        } else if name.contains("*") || name.contains("?") {
            try convertPattern(path, folder: folder, name: name, isRecursive: isRecursive, destination, node)
        } else {
            convertPath(path, name: name, destination, node)
        }
    }

    /// A plain path: a file, or a folder when one stands there.
    private mutating func convertPath(
        _ path: String, name: String, _ destination: Destination, _ node: SteamScriptNode
    ) {
        let found = content.flatMap { try? $0.node(at: path) }
        let target: String? =
            switch destination {
            case .unchanged: nil
            case .folder(let folder): folder.isEmpty ? name : folder + "/" + name
            case .path(let path): path
            }
        if case .folder? = found {
            add(target.map { .renamedDirectory(source: path, destination: $0) } ?? .directory(path), node)
        } else {
            let destination = target ?? path
            add(destination == path ? .file(path) : .renamedFile(source: path, destination: destination), node)
        }
    }

    private mutating func convertPattern(
        _ path: String, folder: String, name: String, isRecursive: Bool, _ destination: Destination,
        _ node: SteamScriptNode
    ) throws(PackagingError) {
        let prefix = folder.isEmpty ? "" : Self.glob(folder) + "/"
        let pattern = isRecursive ? prefix + "**/" + Self.glob(name) : Self.glob(path)
        let target: String
        switch destination {
        case .unchanged: return add(.filePattern(pattern), node)
        case .folder(let folder), .path(let folder): target = folder
        }
        if target == folder { return add(.filePattern(pattern), node) }
        guard let content else {
            throw .source(
                source.error(
                    at: node.offset,
                    "this mapping gives single files another place, so its content is needed to name them: give its "
                        + "folder with --source-root"))
        }
        let glob: GlobPattern
        do {
            glob = try GlobPattern(pattern, matchesHidden: true)
        } catch {
            throw .source(source.error(at: node.offset, error.reason))
        }
        guard case .folder(let realPath)? = try content.node(at: folder) else { return }
        let files = try content.files(below: realPath, prefix: folder, depth: glob.depthBelowPrefix)
        for file in files where glob.matches(file.path) {
            let rest = folder.isEmpty ? file.path : String(file.path.dropFirst(folder.count + 1))
            add(.renamedFile(source: file.path, destination: target.isEmpty ? rest : target + "/" + rest), node)
        }
    }

    private mutating func add(_ kind: FileSelector.Kind, _ node: SteamScriptNode) {
        result.selectors.append(FileSelector(kind, offset: node.offset))
    }

    private func destination(_ text: String, _ node: SteamScriptNode) throws(PackagingError) -> Destination {
        // A lone dot means "as it is", a dot and a slash "into the root".
        if text == "." || text.isEmpty { return .unchanged }
        let path = try relative(text, node)
        return text.hasSuffix("/") || text.hasSuffix("\\") ? .folder(path) : .path(path)
    }

    private func relative(_ text: String, _ node: SteamScriptNode) throws(PackagingError) -> String {
        let components = text.replacing("\\", with: "/").split(separator: "/").filter { $0 != "." }
        guard !components.contains(".."), !text.dropFirst().hasPrefix(":") else {
            throw .source(source.error(at: node.offset, "the path \(text) leaves the content root"))
        }
        return components.joined(separator: "/")
    }

    /// Steam knows `*` and `?` only; what else means something in a glob is escaped.
    private static func glob(_ path: String) -> String {
        String(path.flatMap { $0 == "[" || $0 == "\\" ? ["\\", $0] : [$0] })
    }
}
