// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// Paths of a conversion: a script's are relative to the script, a manifest's to the manifest.
struct ManifestPlace {
    private let scriptFolder: String
    private let outputFolder: String

    init(scriptPath: String, outputPath: String?) {
        scriptFolder = Self.folder(of: scriptPath)
        outputFolder = outputPath.map(Self.folder) ?? scriptFolder
    }

    /// A folder that the command line names, as an absolute path.
    func absolute(_ path: String) throws(PackagingError) -> String {
        guard let real = SourceRoot.realPath(path) else { throw .missing(path) }
        return real
    }

    /// Where the content of a script lies.
    func content(_ contentRoot: String) -> String {
        contentRoot.hasPrefix("/") ? contentRoot : scriptFolder + "/" + contentRoot
    }

    /// The content root as the manifest must name it: as the script does when both lie in one folder, else absolute.
    func sourceRoot(_ contentRoot: String) -> String {
        if contentRoot.hasPrefix("/") || isSameFolder { return contentRoot }
        let folder = SourceRoot.realPath(scriptFolder) ?? scriptFolder
        return contentRoot == "." ? folder : folder + "/" + contentRoot
    }

    private var isSameFolder: Bool {
        guard let first = SourceRoot.realPath(scriptFolder) else { return false }
        return first == SourceRoot.realPath(outputFolder)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
