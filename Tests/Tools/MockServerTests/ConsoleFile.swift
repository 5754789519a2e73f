// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ToolSupport

/// A console that writes to a file.
struct ConsoleFile {
    let console: Console
    let path: String

    init(in folder: String) throws {
        struct CannotOpen: Error {}
        path = folder + "/console-" + UUID().uuidString
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw CannotOpen() }
        console = Console(output: descriptor, error: descriptor)
    }

    var text: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }
}
