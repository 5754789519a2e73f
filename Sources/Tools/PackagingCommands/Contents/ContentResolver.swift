// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
package import AssetPackModel

/// Finds the files that the selectors of a manifest choose, and checks that they make a pack.
package struct ContentResolver {
    private let manifest: PackagingManifest
    private let source: SourceText
    private let root: SourceRoot
    /// Paths in the root that are to be written and that no folder or pattern chooses, with no symbolic link in them.
    private let outputs: Set<ExactPath>
    private var exclusions: [(pattern: GlobPattern, selector: FileSelector, hits: Int)] = []
    private var items: [ExactPath: PackContents.Item] = [:]
    /// What chose each item.
    private var origins: [ExactPath: FileSelector] = [:]
    /// Selectors that choose nothing, and why.
    private var fruitless: [(selector: FileSelector, reason: String)] = []
    private var warnings: [String] = []

    /// Resolves all selectors.
    ///
    /// - Parameters:
    ///   - manifest: the manifest.
    ///   - source: its text, for messages.
    ///   - root: the folder that its paths are relative to.
    ///   - outputs: the files that are to be written. Those of an earlier run are in no folder and match no pattern, so
    ///     that each run gives the same pack; any other file is input, which the writer refuses to replace.
    /// - Returns: the files in archive order, with warnings.
    /// - Throws: `PackagingError` when a named file is missing, a link leaves the root, two files meet at one path, or
    ///   nothing is left. What a selector is to blame for has that selector's place.
    package static func resolve(
        _ manifest: PackagingManifest, source: SourceText, root: SourceRoot, outputs: [String] = []
    ) throws(PackagingError) -> PackContents {
        var resolver = ContentResolver(manifest: manifest, source: source, root: root, outputs: outputs)
        try resolver.readExclusions()
        for selector in manifest.fileSelectors { try resolver.resolve(selector) }
        resolver.warnAboutExclusions()
        return try resolver.contents()
    }

    private init(manifest: PackagingManifest, source: SourceText, root: SourceRoot, outputs: [String]) {
        self.manifest = manifest
        self.source = source
        self.root = root
        self.outputs = Set(outputs.filter(EarlierOutput.isOne).compactMap(root.realPath).map(ExactPath.init))
    }

    private mutating func readExclusions() throws(PackagingError) {
        for selector in manifest.fileSelectors {
            if case .fileExclusion(let text) = selector.kind {
                let pattern = try glob(text, selector, matchesHidden: true)
                exclusions.append((pattern, selector, 0))
            }
        }
    }

    private mutating func resolve(_ selector: FileSelector) throws(PackagingError) {
        switch selector.kind {
        case .fileExclusion: return
        case .file(let path): try addFile(path, to: path, selector)
        case .renamedFile(let source, let destination): try addFile(source, to: destination, selector)
        case .directory(let path): try addFolder(path, to: path, selector)
        case .renamedDirectory(let source, let destination): try addFolder(source, to: destination, selector)
        case .filePattern(let text): try addMatches(text, selector)
        }
    }

    private mutating func addFile(
        _ path: String, to destination: String, _ selector: FileSelector
    ) throws(PackagingError) {
        switch try placed(selector, { () throws(PackagingError) in try root.node(at: path) }) {
        case .file(let file):
            if isExcluded(path) {
                let reason = "\(path) is selected and excluded at once"
                warn(selector, reason + "; it is left out")
                fruitless.append((selector, reason))
            } else {
                try add(file, at: destination, selector)
            }
        case .folder: throw fault(selector, "\(root.display(path)) is a folder; select it with \"directory\"")
        case nil: throw fault(selector, "there is no file \(root.display(path))\(rootHint)")
        }
    }

    private mutating func addFolder(
        _ path: String, to destination: String, _ selector: FileSelector
    ) throws(PackagingError) {
        switch try placed(selector, { () throws(PackagingError) in try root.node(at: path) }) {
        case .folder(let realPath):
            let files = try files(below: realPath, prefix: path, depth: nil, selector)
            if files.isEmpty { warnFruitless(selector, "there are no files to pack in \(root.display(path))") }
            for file in files {
                let rest = path.isEmpty ? file.path : String(file.path.dropFirst(path.count + 1))
                try add(file, at: destination.isEmpty ? rest : destination + "/" + rest, selector)
            }
        case .file: throw fault(selector, "\(root.display(path)) is a file; select it with \"file\"")
        case nil: throw fault(selector, "there is no folder \(root.display(path))\(rootHint)")
        }
    }

    private mutating func addMatches(_ text: String, _ selector: FileSelector) throws(PackagingError) {
        let pattern = try glob(text, selector, matchesHidden: false)
        var count = 0
        let node = try placed(selector) { () throws(PackagingError) in try root.node(at: pattern.fixedPrefix) }
        if case .folder(let realPath)? = node {
            let files = try files(
                below: realPath, prefix: pattern.fixedPrefix, depth: pattern.depthBelowPrefix, selector)
            for file in files where pattern.matches(file.path) {
                try add(file, at: file.path, selector)
                count += 1
            }
        }
        if count == 0 { warnFruitless(selector, "the pattern \(text) matches no file\(rootHint)") }
    }

    private mutating func files(
        below folder: String, prefix: String, depth: Int?, _ selector: FileSelector
    ) throws(PackagingError) -> [SourceFile] {
        var hits: Set<Int> = []
        let patterns = exclusions.map(\.pattern)
        let files = try placed(selector) { () throws(PackagingError) in
            try root.files(below: folder, prefix: prefix, depth: depth) { path in
                guard let index = patterns.firstIndex(where: { $0.matchesOrContains(path) }) else { return false }
                hits.insert(index)
                return true
            }
        }
        for index in hits { exclusions[index].hits += 1 }
        return files.filter { !outputs.contains(ExactPath($0.realPath)) }
    }

    private mutating func isExcluded(_ path: String) -> Bool {
        guard let index = exclusions.firstIndex(where: { $0.pattern.matchesOrContains(path) }) else { return false }
        exclusions[index].hits += 1
        return true
    }

    private mutating func add(
        _ file: SourceFile, at destination: String, _ selector: FileSelector
    ) throws(PackagingError) {
        do {
            try EntryPath.check(PackManifest.contents + "/" + destination)
        } catch {
            throw fault(selector, "\(root.display(file.path)) cannot stand in an archive: \(error)")
        }
        let place = ExactPath(destination)
        if let earlier = items[place] {
            // Two selectors may well choose the same file.
            if ExactPath(earlier.source.realPath) == ExactPath(file.realPath) { return }
            throw fault(
                selector,
                "\(destination) would come from \(root.display(earlier.source.path))\(other(destination, than: selector)) "
                    + "and from \(root.display(file.path)); change one of the selectors")
        }
        items[place] = PackContents.Item(destination: destination, source: file)
        origins[place] = selector
    }

    // MARK: Checks over all files

    private mutating func contents() throws(PackagingError) -> PackContents {
        guard !items.isEmpty else { throw nothingSelected }
        let sorted = items.values.sorted { EntryPath.precedes($0.destination, $1.destination) }
        try checkTwins(sorted.map(\.destination))
        warnAboutHidden(sorted.map(\.destination))
        return PackContents(items: sorted, warnings: warnings)
    }

    /// Every path and every folder above one must be one thing, under one spelling.
    private func checkTwins(_ paths: [String]) throws(PackagingError) {
        var spellings: [String: (path: String, item: String)] = [:]
        let files = Set(paths.map { Array($0.utf8) })
        func check(_ path: String, of item: String) throws(PackagingError) {
            guard let twin = spellings.updateValue((path, item), forKey: path.lowercased()),
                !twin.path.utf8.elementsEqual(path.utf8)
            else { return }
            throw conflict(
                item, twin.item,
                "\(twin.path) and \(path) differ only in case or Unicode form, which some devices cannot tell "
                    + "apart; rename one")
        }
        for path in paths {
            var end = path.endIndex
            try check(path, of: path)
            while let slash = path[..<end].lastIndex(of: "/") {
                let folder = String(path[..<slash])
                if files.contains(Array(folder.utf8)) {
                    throw conflict(path, folder, "\(folder) would be a file, and a folder for \(path); rename one")
                }
                try check(folder, of: path)
                end = slash
            }
        }
    }

    private mutating func warnAboutHidden(_ paths: [String]) {
        let hidden = paths.filter { path in path.split(separator: "/").contains { $0.hasPrefix(".") } }
        guard !hidden.isEmpty else { return }
        let rest = hidden.count > 5 ? ", and \(hidden.count - 5) more" : ""
        let shown = hidden.prefix(5).joined(separator: ", ") + rest
        warnings.append(
            "hidden files go into the pack: \(shown); leave them out with {\"fileExclusion\": \"**/.*\"} if they are "
                + "not meant")
    }

    private mutating func warnAboutExclusions() {
        for exclusion in exclusions where exclusion.hits == 0 {
            warn(exclusion.selector, "this exclusion matches nothing that is selected")
        }
    }

    // MARK: Messages

    private func glob(
        _ text: String, _ selector: FileSelector, matchesHidden: Bool
    ) throws(PackagingError) -> GlobPattern {
        do {
            return try GlobPattern(text, matchesHidden: matchesHidden)
        } catch {
            throw fault(selector, error.reason)
        }
    }

    private var rootHint: String {
        manifest.sourceRoot == nil
            ? "; paths are relative to the working folder unless the manifest has a \"sourceRoot\"" : ""
    }

    private func fault(_ selector: FileSelector, _ message: String) -> PackagingError {
        .source(source.error(at: selector.offset, message))
    }

    /// Does something for a selector, and gives what it finds wrong in the source the selector's place.
    private func placed<Result>(
        _ selector: FileSelector, _ body: () throws(PackagingError) -> Result
    ) throws(PackagingError) -> Result {
        do {
            return try body()
        } catch {
            switch error {
            case .linkLeavesRoot, .danglingLink, .linkLoop, .notAFile, .nameNotUTF8:
                throw fault(selector, error.description)
            default: throw error
            }
        }
    }

    /// The fault of two items that cannot both be there, at the place of the one whose selector comes later.
    private func conflict(_ item: String, _ other: String, _ message: String) -> PackagingError {
        guard let selector = origins[ExactPath(item)], let earlier = origins[ExactPath(other)] else {
            return .source(source.error(at: 0, message))
        }
        guard selector.offset != earlier.offset else { return fault(selector, message) }
        let (first, last) = earlier.offset < selector.offset ? (earlier, selector) : (selector, earlier)
        return fault(last, message + " (the other selector is at \(place(of: first)))")
    }

    /// Names the selector that chose an item, unless it is this one.
    private func other(_ destination: String, than selector: FileSelector) -> String {
        guard let origin = origins[ExactPath(destination)], origin.offset != selector.offset else { return "" }
        return " (by the selector at \(place(of: origin)))"
    }

    private func place(of selector: FileSelector) -> String {
        let place = source.error(at: selector.offset, "")
        return "\(place.file):\(place.line):\(place.column)"
    }

    private var nothingSelected: PackagingError {
        guard let first = fruitless.first else { return .nothingSelected(manifest: source.name) }
        let others = fruitless.dropFirst().map { "; \($0.reason) (\(place(of: $0.selector)))" }.joined()
        return fault(
            first.selector,
            "the selectors match no files, and a pack needs at least one: \(first.reason)\(others)")
    }

    private mutating func warnFruitless(_ selector: FileSelector, _ message: String) {
        warn(selector, message)
        fruitless.append((selector, message))
    }

    private mutating func warn(_ selector: FileSelector, _ message: String) {
        warnings.append(source.diagnostic(at: selector.offset, severity: .warning, message).description)
    }
}
