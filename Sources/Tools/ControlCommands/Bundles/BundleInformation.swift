// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// What a bundle says of itself: the app's Info.plist and those of its extensions.
///
/// The layout is flat: `NAME.app/Info.plist`, the executable beside it, and
/// `NAME.app/Extensions/EXTENSION.appex/Info.plist` with its executable.
struct BundleInformation: Sendable {
    struct Extension: Sendable {
        /// The folder's name, as in `TheCoastDownloader.appex`.
        var name: String
        var info: PropertyList
    }

    /// Absolute path of the bundle; nil for one that is yet to be made.
    var path: String?
    var info: PropertyList
    var extensions: [Extension]

    /// CFBundleIdentifier.
    var identifier: String? { info.string("CFBundleIdentifier") }

    init(path: String? = nil, info: PropertyList, extensions: [Extension]) {
        self.path = path
        self.info = info
        self.extensions = extensions
    }

    /// Reads the bundle at `path`, which is absolute.
    ///
    /// - Throws: `ControlError`: `notFound` when there is none, `malformed` when an Info.plist is.
    init(readingBundleAt path: String) throws(ControlError) {
        guard FileStatus(path: path) != nil else { throw .notFound("there is no bundle at \(path)") }
        let info = try PropertyList(readingFileAt: path + "/Info.plist")
        let folder = path + "/Extensions"
        var names: [String] = []
        do throws(SystemError) {
            if FileStatus(path: folder) != nil { names = try Directory(opening: folder).names() }
        } catch { throw .file(error) }
        var extensions: [Extension] = []
        for name in names where name.hasSuffix(".appex") {
            extensions.append(
                Extension(name: name, info: try PropertyList(readingFileAt: "\(folder)/\(name)/Info.plist")))
        }
        self.init(path: path, info: info, extensions: extensions)
    }
}
