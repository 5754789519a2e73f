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
    private var exclusions: [(pattern: GlobPattern, selector: FileSelector, hits: Int)] = []
    private var items: [String: PackContents.Item] = [:]
    private var warnings: [String] = []

    /// Resolves all selectors.
    ///
    /// - Parameters:
    ///   - manifest: the manifest.
    ///   - source: its text, for messages.
    ///   - root: the folder that its paths are relative to.
    /// - Returns: the files in archive order, with warnings.
    /// - Throws: `PackagingError` when a named file is missing, a link leaves the root, two files meet at one path, or
    ///   nothing is left.
    package static func resolve(
        _ manifest: PackagingManifest, source: SourceText, root: SourceRoot
    ) throws(PackagingError) -> PackContents {
        var resolver = ContentResolver(manifest: manifest, source: source, root: root)
        try resolver.readExclusions()
        for selector in manifest.fileSelectors { try resolver.resolve(selector) }
        resolver.warnAboutExclusions()
        return try resolver.contents()
    }

    private init(manifest: PackagingManifest, source: SourceText, root: SourceRoot) {
        self.manifest = manifest
        self.source = source
        self.root = root
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
        switch try root.node(at: path) {
        case .file(let file):
            if isExcluded(path) {
                warn(selector, "\(path) is selected and excluded at once; it is left out")
            } else {
                try add(file, at: destination)
            }
        case .folder: throw fault(selector, "\(root.display(path)) is a folder; select it with \"directory\"")
        case nil: throw fault(selector, "there is no file \(root.display(path))\(rootHint)")
        }
    }

    private mutating func addFolder(
        _ path: String, to destination: String, _ selector: FileSelector
    ) throws(PackagingError) {
        switch try root.node(at: path) {
        case .folder(let realPath):
            let files = try files(below: realPath, prefix: path, depth: nil)
            if files.isEmpty { warn(selector, "there are no files to pack in \(root.display(path))") }
            for file in files {
                let rest = path.isEmpty ? file.path : String(file.path.dropFirst(path.count + 1))
                try add(file, at: destination.isEmpty ? rest : destination + "/" + rest)
            }
        case .file: throw fault(selector, "\(root.display(path)) is a file; select it with \"file\"")
        case nil: throw fault(selector, "there is no folder \(root.display(path))\(rootHint)")
        }
    }

    private mutating func addMatches(_ text: String, _ selector: FileSelector) throws(PackagingError) {
        let pattern = try glob(text, selector, matchesHidden: false)
        var count = 0
        if case .folder(let realPath)? = try root.node(at: pattern.fixedPrefix) {
            let files = try files(
                below: realPath, prefix: pattern.fixedPrefix, depth: pattern.depthBelowPrefix)
            for file in files where pattern.matches(file.path) {
                try add(file, at: file.path)
                count += 1
            }
        }
        if count == 0 { warn(selector, "the pattern \(text) matches no file\(rootHint)") }
    }

    private mutating func files(
        below folder: String, prefix: String, depth: Int?
    ) throws(PackagingError) -> [SourceFile] {
        var hits: Set<Int> = []
        let patterns = exclusions.map(\.pattern)
        let files = try root.files(below: folder, prefix: prefix, depth: depth) { path in
            guard let index = patterns.firstIndex(where: { $0.matchesOrContains(path) }) else { return false }
            hits.insert(index)
            return true
        }
        for index in hits { exclusions[index].hits += 1 }
        return files
    }

    private mutating func isExcluded(_ path: String) -> Bool {
        guard let index = exclusions.firstIndex(where: { $0.pattern.matchesOrContains(path) }) else { return false }
        exclusions[index].hits += 1
        return true
    }

    private mutating func add(_ file: SourceFile, at destination: String) throws(PackagingError) {
        do {
            try EntryPath.check(PackManifest.contents + "/" + destination)
        } catch {
            throw .archive(root.display(file.path), error)
        }
        if let earlier = items[destination] {
            // Two selectors may well choose the same file.
            if earlier.source.realPath == file.realPath { return }
            throw .destinationConflict(
                destination, first: root.display(earlier.source.path), second: root.display(file.path))
        }
        items[destination] = PackContents.Item(destination: destination, source: file)
    }

    // MARK: Checks over all files

    private mutating func contents() throws(PackagingError) -> PackContents {
        guard !items.isEmpty else { throw .nothingSelected(manifest: source.name) }
        let sorted = items.values.sorted { EntryPath.precedes($0.destination, $1.destination) }
        try checkTwins(sorted.map(\.destination))
        warnAboutHidden(sorted.map(\.destination))
        return PackContents(items: sorted, warnings: warnings)
    }

    /// Every path and every folder above one must be one thing, under one spelling.
    private func checkTwins(_ paths: [String]) throws(PackagingError) {
        var spellings: [String: String] = [:]
        let files = Set(paths.map { Array($0.utf8) })
        func check(_ path: String) throws(PackagingError) {
            if let twin = spellings.updateValue(path, forKey: path.lowercased()), !twin.utf8.elementsEqual(path.utf8) {
                throw .caseTwins(twin, path)
            }
        }
        for path in paths {
            var end = path.endIndex
            try check(path)
            while let slash = path[..<end].lastIndex(of: "/") {
                let folder = String(path[..<slash])
                if files.contains(Array(folder.utf8)) { throw .fileIsFolder(folder, below: path) }
                try check(folder)
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

    private mutating func warn(_ selector: FileSelector, _ message: String) {
        warnings.append(source.diagnostic(at: selector.offset, severity: .warning, message).description)
    }
}
