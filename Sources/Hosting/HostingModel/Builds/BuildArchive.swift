// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What was found in the archive of a build.
package struct BuildArchive: Hashable, Sendable {
    /// CFBundleShortVersionString.
    package var version: String
    /// CFBundleVersion.
    package var build: String
    /// What its executable runs on, as `uname -m` names it; nil for one that runs anywhere.
    package var architecture: String?
    /// Bytes that it takes when it is installed.
    package var installedSize: Int64
    /// SHA-256 of the archive, in lower-case hexadecimal digits.
    package var sha256: String

    package init(version: String, build: String, architecture: String?, installedSize: Int64, sha256: String) {
        self.version = version
        self.build = build
        self.architecture = architecture
        self.installedSize = installedSize
        self.sha256 = sha256
    }
}
