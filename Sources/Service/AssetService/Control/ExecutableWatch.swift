// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import SystemSupport

/// Notices that this process's executable has been replaced by another, as an update of a package does.
package struct ExecutableWatch: Sendable {
    private let file: PlacedFile

    /// Absolute path that the process was started by, links resolved.
    package var path: String { file.path }

    /// nil when the executable has no path any more.
    package init?() {
        guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(resolved) }
        self.init(path: String(cString: resolved))
    }

    /// Watches the file that stands at `path` now.
    init?(path: String) {
        guard let file = PlacedFile(path: path) else { return nil }
        self.file = file
    }

    /// Whether another file that can be executed stands in its place.
    package var isReplaced: Bool {
        guard let status = FileStatus(path: path), status.kind == .file, status.permissions & 0o111 != 0 else {
            return false
        }
        return status.identity != file.identity
    }

    /// Returns when it is replaced by a file that is whole, or the task is cancelled. Costs nothing until then.
    ///
    /// - Throws: when its folder cannot be watched.
    package func waitForReplacement() async throws(SystemError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        // A file that is being written is none yet; one that is renamed into place is whole.
        let events = try DescriptorEvents.stream(
            of: [.init(path: folder.isEmpty ? "/" : folder, mask: IN_CLOSE_WRITE | IN_MOVED_TO | IN_ATTRIB)])
        if isReplaced { return }
        for await _ in events where isReplaced { return }
    }
}
