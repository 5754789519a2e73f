// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles
internal import Foundation
internal import Glibc
internal import ServiceInterface
internal import System
internal import SystemSupport

internal import struct SystemPackage.Errno

extension LocalPacks {
    /// Files of this size and below are read, and not mapped: a mapping costs more.
    private static let largestReadSize = 16 << 10

    /// The bytes of a file.
    func contents(at path: FilePath, _ scope: Scope, _ options: Data.ReadingOptions) throws -> Data {
        let descriptor = try open(path, scope)
        let subject = path.string
        let status: FileStatus
        do throws(SystemError) { status = try descriptor.status(subject: subject) } catch {
            throw Self.readFailure(error, path)
        }
        guard status.kind == .file, let size = Int(exactly: status.size) else {
            throw CocoaError(.fileReadUnknown, userInfo: Self.information(path, "it is no file"))
        }
        if size == 0 { return Data() }
        let isMapped = options.contains(.alwaysMapped) || options.contains(.mappedIfSafe) && size > Self.largestReadSize
        if isMapped, let data = map(descriptor.rawValue, size) { return data }
        do throws(SystemError) {
            return Data(try descriptor.readAll(limit: size, subject: subject))
        } catch { throw Self.readFailure(error, path) }
    }

    /// A descriptor of a file or folder, which the caller closes.
    func descriptor(for path: FilePath, _ scope: Scope) throws -> FileDescriptor {
        FileDescriptor(rawValue: try open(path, scope).release())
    }

    /// Where a file or folder lies; a place where nothing can be, when no pack has it.
    func url(for path: FilePath, _ scope: Scope) throws -> URL {
        let relative = try Self.relativePath(path)
        let folder = try expectedFolderPath()
        do {
            if let (generation, entry) = try find(relative, scope) {
                if entry.isFolder, let merged = try mergedFolder(relative, scope, in: generation) { return merged }
                let file = try generation.namespace.filePath(of: entry, at: relative)
                return URL(fileURLWithPath: folder + "/" + file, isDirectory: entry.isFolder)
            }
        } catch NamespaceError.unknownMajorVersion {
            if let file = try remote.file(at: relative, scope) {
                if file.isFolder, let merged = try mergedRemoteFolder(relative, scope) { return merged }
                return URL(fileURLWithPath: folder + "/" + file.location, isDirectory: file.isFolder)
            }
        } catch let error as NamespaceError { throw Self.failure(error) }
        // `namespace` is a file, if it is there at all: nothing ever lies beneath it.
        return URL(fileURLWithPath: folder + "/" + NamespaceFolder.currentName + "/" + relative, isDirectory: false)
    }

    /// Opens what a path stands for. The files of a pinned generation stay until it is let go of.
    private func open(_ path: FilePath, _ scope: Scope) throws -> OwnedDescriptor {
        let relative = try Self.relativePath(path)
        do {
            if let (generation, entry) = try find(relative, scope) {
                return try generation.namespace.open(entry, at: relative, in: generation.folder)
            }
        } catch NamespaceError.unknownMajorVersion {
            if let file = try remote.file(at: relative, scope) { return try open(file, path) }
        } catch NamespaceError.system(let error) {
            throw Self.readFailure(error, path)
        } catch let error as NamespaceError { throw Self.failure(error) }
        if case .pack(let id) = scope, try pack(withID: id) == nil {
            throw ManagedBackgroundAssetsError.assetPackNotFound(withID: id)
        }
        throw ManagedBackgroundAssetsError.fileNotFound(at: path)
    }

    /// Opens what the service says a path stands for.
    private func open(_ file: ResolvedFile, _ path: FilePath) throws -> OwnedDescriptor {
        let folder = try expectedFolderPath()
        do throws(SystemError) {
            return try Directory(opening: folder).open(file.location, flags: O_RDONLY)
        } catch { throw Self.readFailure(error, path) }
    }

    /// The path as the namespace has it: relative, without `.` and `..`.
    private static func relativePath(_ path: FilePath) throws -> String {
        guard path.isRelative else {
            throw CocoaError(.fileReadInvalidFileName, userInfo: information(path, "paths of assets are relative"))
        }
        // No file has such a path, and to normalize it takes time by the square of its length.
        guard path.length < PATH_MAX else { throw ManagedBackgroundAssetsError.fileNotFound(at: path) }
        let text = path.lexicallyNormalized().string
        guard !text.isEmpty, text != ".", text != "..", !text.hasPrefix("../") else {
            throw CocoaError(
                .fileReadInvalidFileName, userInfo: information(path, "it names nothing inside of an asset pack"))
        }
        return text
    }

    /// Maps a file that never changes; nil when the file system cannot do that.
    private func map(_ descriptor: Int32, _ size: Int) -> Data? {
        guard let base = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED else { return nil }
        return Data(bytesNoCopy: base, count: size, deallocator: .custom { munmap($0, $1) })
    }

    private static func readFailure(_ error: SystemError, _ path: FilePath) -> any Error {
        switch error.errno {
        case .noSuchFileOrDirectory: ManagedBackgroundAssetsError.fileNotFound(at: path)
        case .permissionDenied:
            CocoaError(.fileReadNoPermission, userInfo: information(path, error.description))
        default: CocoaError(.fileReadUnknown, userInfo: information(path, error.description))
        }
    }

    private static func information(_ path: FilePath, _ reason: String) -> [String: any Sendable] {
        [
            NSFilePathErrorKey: path.string,
            NSLocalizedDescriptionKey: "The asset \"\(path)\" cannot be read: \(reason).",
        ]
    }
}
