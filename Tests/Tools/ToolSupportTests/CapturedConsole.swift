// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ToolSupport

/// A console that writes to two files in a folder of its own, which goes with it.
final class CapturedConsole {
    private let folder: URL
    private let outputFile: FileHandle
    private let errorFile: FileHandle
    let console: Console

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "console-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        outputFile = try Self.file(folder.appending(path: "output"))
        errorFile = try Self.file(folder.appending(path: "error"))
        console = Console(output: outputFile.fileDescriptor, error: errorFile.fileDescriptor)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Where messages go, for a console of the test's own.
    var errorDescriptor: Int32 { errorFile.fileDescriptor }
    var output: String { text("output") }
    var error: String { text("error") }

    private static func file(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    private func text(_ name: String) -> String {
        (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
    }
}
