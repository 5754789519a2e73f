// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the app says, in the file `said` beside its bundle.
enum Words {
    static let folder = FileManager.default.currentDirectoryPath + "/../"

    static func say(_ text: String) {
        // What is said at the same time, by others too, comes behind it.
        let file = open(folder + "said", O_WRONLY | O_APPEND | O_CLOEXEC)
        let line = Array((text + "\n").utf8)
        _ = write(file, line, line.count)
        close(file)
    }

    static func wasSaid(_ text: String) -> Bool {
        let all = (try? String(contentsOfFile: folder + "said", encoding: .utf8)) ?? ""
        return all.split(separator: "\n").contains { $0 == text }
    }

    /// Where the weather is told.
    static var weather: URL? {
        (try? String(contentsOfFile: folder + "weather", encoding: .utf8)).flatMap { URL(string: $0) }
    }
}
