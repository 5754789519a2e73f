// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation
internal import ServiceInterface
internal import SystemPackage
internal import SystemSupport
internal import ToolSupport

/// A file that tells every user's service of a bundle which a distribution package brought.
///
/// Its name is the bundle identifier and `.json`; it holds `{"bundleID": "…", "formatVersion": 1, "path": "/…"}`.
struct SystemRegistration {
    static let folder = ServiceLocation.systemAppsFolder

    let entry: SystemAppEntry
    private let root: String

    /// - Parameters:
    ///   - bundlePath: absolute, on the target system.
    ///   - root: absolute path of the folder that stands for / there; nil for this system.
    /// - Throws: `ControlError` when there is no bundle, or it is none that can be used.
    init(bundlePath: String, root: String?) throws(ControlError) {
        let path = FilePath(bundlePath).lexicallyNormalized().string
        self.root = root.map { FilePath($0).lexicallyNormalized().string } ?? ""
        let folder = self.root + path
        let bundle = try ControlError.wrapping { () throws(AppBundleError) in
            try BundleInformation(readingBundleAt: folder)
        }
        let errors = BundleRules(bundle).findings.filter(\.isFault)
        guard errors.isEmpty, let bundleID = bundle.identifier else {
            throw .configuration(
                "the bundle at \(folder) cannot be used:\n"
                    + errors.map { "\($0.subject): \($0.message)" }.joined(separator: "\n"))
        }
        entry = SystemAppEntry(bundleID: bundleID, path: path)
    }

    /// Writes the file, readable by everybody, and returns its path.
    func write() throws(ControlError) -> String {
        let folderPath = root + Self.folder
        let name = entry.bundleID + ".json"
        do {
            let text = try JSONOutput.text(entry) + "\n"
            let folder = try Directory(creating: folderPath, mode: 0o755)
            try folder.writeAtomically(Array(text.utf8), to: name, mode: 0o644)
        } catch let error as SystemError {
            if error.errno == .permissionDenied {
                throw .cannotCreate("\(error)\nregistering for every user needs the rights to write there (root)")
            }
            throw .file(error)
        } catch {
            throw .cannotCreate("cannot write \(folderPath)/\(name): \(error)")
        }
        return folderPath + "/" + name
    }
}
