// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import CSystemShims
internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// Writes a bundle, whole or not at all: it is built beside its place and then takes that place in one step.
struct BundleWriter {
    let plan: BundlePlan
    /// Folders whose contents go to the top of the bundle, absolute.
    var resources: [String] = []
    /// Folders that go to the top of the bundle as they are (SwiftPM's `.resources`), absolute.
    var resourceBundles: [String] = []

    /// Writes the bundle at `path`, which is absolute. A bundle that stands there is replaced; anything else is not.
    ///
    /// - Throws: `ControlError`: `cannotCreate` for what is in the way, `file`.
    func write(to path: String) throws(ControlError) {
        let place = FilePath(path).lexicallyNormalized()
        guard let name = place.lastComponent?.string, let parent = place.removingLastComponentIfAny else {
            throw .usage("\(path) is no name for a bundle")
        }
        if FileStatus(path: place.string) != nil, FileStatus(path: place.string + "/Info.plist") == nil {
            throw .cannotCreate("\(place) stands in the way and is no bundle; remove it or give another name")
        }
        let staging = ".\(name).\(getpid()).\(UInt32.random(in: .min ... .max))"
        do throws(SystemError) {
            let folder = try Directory(creating: parent, mode: 0o755)
            try folder.makeFolder(staging, mode: 0o755)
            do throws(SystemError) {
                try fill(try folder.folder(staging))
                try takePlace(staging, name, in: folder)
            } catch {
                // What was half built is of no use; the error that stopped it is what counts.
                try? folder.removeTree(staging)
                throw error
            }
        } catch {
            throw error.errno == .fileExists
                ? .cannotCreate("\(error.subject) is in the bundle twice: rename the resource") : .file(error)
        }
    }

    private func takePlace(
        _ staging: String, _ name: String, in folder: borrowing Directory
    ) throws(SystemError) {
        guard folder.exists(name) else { return try folder.rename(staging, to: name, replacing: false) }
        try folder.exchange(staging, name)
        try folder.removeTree(staging)
    }

    private func fill(_ bundle: consuming Directory) throws(SystemError) {
        let info = plan.information
        try write(info.info, to: "Info.plist", in: bundle)
        if let receipt = info.receipt { try write(receipt, to: BuildReceipt.fileName, in: bundle) }
        try FileCopy.copyFile(plan.app.path, to: info.info.string("CFBundleExecutable") ?? plan.app.name, in: bundle)
        if let downloader = plan.downloader, let item = info.extensions.first {
            try bundle.makeFolder("Extensions", mode: 0o755)
            try bundle.makeFolder("Extensions/" + item.name, mode: 0o755)
            let folder = try bundle.folder("Extensions/" + item.name)
            try write(item.info, to: "Info.plist", in: folder)
            try FileCopy.copyFile(
                downloader.path, to: item.info.string("CFBundleExecutable") ?? downloader.name, in: folder)
        }
        for resource in resources { try FileCopy.copyContents(of: resource, to: bundle) }
        for resource in resourceBundles {
            guard let name = FilePath(resource).lastComponent?.string else { continue }
            try bundle.makeFolder(name, mode: 0o755)
            try FileCopy.copyContents(of: resource, to: try bundle.folder(name))
        }
    }

    private func write(
        _ list: PropertyList, to name: String, in folder: borrowing Directory
    ) throws(SystemError) {
        let bytes: [UInt8]
        do throws(AppBundleError) { bytes = try list.xml() } catch {
            throw SystemError(errno: .invalidArgument, operation: "write", subject: folder.path + "/" + name)
        }
        try folder.writeAtomically(bytes, to: name, mode: 0o644)
    }
}

extension FilePath {
    fileprivate var removingLastComponentIfAny: String? {
        let parent = removingLastComponent()
        return parent.isEmpty ? nil : parent.string
    }
}

extension Directory {
    /// Swaps two names of this folder in one step.
    fileprivate borrowing func exchange(_ name: String, _ other: String) throws(SystemError) {
        let number = descriptor.rawValue
        try retrying("exchange with \(other)", path + "/" + name) {
            ba_renameat2(number, name, number, other, 2)
        }
    }
}
