// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AppleArchive
package import AssetPackFiles
package import AssetPackModel
package import SystemSupport
package import ToolSupport

/// Why a command of `ba-package` failed: what happened, to which file or pack, and what to do.
package enum PackagingError: ToolFailure, Equatable {
    /// A manifest or script that people write has a fault at a place.
    case source(SourceError)
    /// A file to read is not there.
    case missing(String)
    /// A file is larger than anything sensible of its kind.
    case tooLarge(String, limit: Int)
    /// The path is a folder, a device or the like where a file is due.
    case notAFile(String)
    /// The path is no folder where one is due.
    case notAFolder(String)
    /// A symbolic link in the source points outside the source root, or to nothing.
    case linkLeavesRoot(String, root: String)
    case danglingLink(String)
    /// A folder contains itself through symbolic links.
    case linkLoop(String)
    /// A name in this folder is not UTF-8.
    case nameNotUTF8(folder: String)
    /// Nothing is left to pack.
    case nothingSelected(manifest: String)
    /// The file to be written is among those to be packed, or is the manifest itself.
    case outputIsInput(String)
    /// A file changed while it was packed.
    case changedWhileRead(String)
    /// The target of `unpack` exists and is not empty.
    case targetNotEmpty(String)
    /// The archive holds no manifest of a pack.
    case noManifest(String)
    /// A check found differences.
    case differences(String, [String])
    /// The packs and the download manifest do not fit together; the text says how and what to do.
    case publication(String)
    /// An argument is none that can be used.
    case usage(String)
    /// A Steam script says what a packaging manifest cannot.
    case conversion(String)
    case archive(String, ArchiveError)
    case blocks(String, BlockListError)
    case system(SystemError)
    case tool(ToolError)

    package var description: String {
        switch self {
        case .source(let error): error.description
        case .missing(let path): "there is no file \(path)"
        case .tooLarge(let path, let limit): "\(path) is larger than \(Quantity.bytes(Int64(limit)))"
        case .notAFile(let path): "\(path) is not a regular file; name a file"
        case .notAFolder(let path): "\(path) is not a folder"
        case .linkLeavesRoot(let path, let root):
            "the symbolic link \(path) points outside the source root \(root); copy the file, or exclude the link"
        case .danglingLink(let path): "the symbolic link \(path) points to nothing; repair it, or exclude it"
        case .linkLoop(let path): "the symbolic link \(path) leads to a folder that it lies in; exclude it"
        case .nameNotUTF8(let folder): "a file name in \(folder) is not UTF-8; rename the file"
        case .nothingSelected(let manifest):
            "the selectors in \(manifest) match no files; a pack needs at least one (`ba-package evaluate` lists them)"
        case .outputIsInput(let path): "\(path) is to be written, but is itself input; choose another output path"
        case .changedWhileRead(let path): "\(path) changed while it was packed; try again when nothing writes to it"
        case .targetNotEmpty(let path): "\(path) exists and is not an empty folder; choose another"
        case .noManifest(let path):
            "\(path) holds no manifest of an asset pack at its root; make the archive with `ba-package`"
        case .differences(let path, let list):
            "\(path) does not match its blocks file:\n" + list.map { "  " + $0 }.joined(separator: "\n")
        case .publication(let text), .conversion(let text), .usage(let text): text
        case .archive(let path, let error): "\(path): \(error)"
        case .blocks(let path, let error): "\(path): \(error)"
        case .system(let error): error.description
        case .tool(let error): error.description
        }
    }

    package var exitCode: ToolExitCode {
        switch self {
        case .missing, .danglingLink: .noInput
        case .differences: .failure
        case .changedWhileRead: .temporaryFailure
        case .outputIsInput: .usage
        case .targetNotEmpty: .cannotCreate
        case .usage: .usage
        case .system(let error), .archive(_, .system(let error)): Self.exitCode(for: error)
        case .tool(let error): error.exitCode
        default: .badInput
        }
    }

    private static func exitCode(for error: SystemError) -> ToolExitCode {
        switch error.operation {
        case "create", "make the folder": .cannotCreate
        case "open": .noInput
        default: error.isOutOfSpace ? .cannotCreate : .inputOutput
        }
    }

    package var describesItsPlace: Bool {
        if case .source = self { return true }
        return false
    }

    /// Throws when Ctrl-C was pressed; long loops call it once a round.
    static func checkInterruption() throws(PackagingError) {
        do {
            try Interruption.check()
        } catch {
            throw .tool(error)
        }
    }

    /// Does something whose only failure is a fault at a place in a file.
    static func wrapping<Result>(_ body: () throws(SourceError) -> Result) throws(PackagingError) -> Result {
        do {
            return try body()
        } catch {
            throw .source(error)
        }
    }

    /// Wraps whatever a callback of an archive threw, naming the archive.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as PackagingError: self = error
        case let error as SourceError: self = .source(error)
        case let error as ArchiveError: self = .archive(path, error)
        case let error as BlockListError: self = .blocks(path, error)
        case let error as SystemError: self = .system(error)
        case let error as ToolError: self = .tool(error)
        default: self = .tool(ToolError(.software, "\(path): \(error)"))
        }
    }
}
