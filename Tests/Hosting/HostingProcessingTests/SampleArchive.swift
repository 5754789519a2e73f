// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Archives as people make them.
enum SampleArchive {
    /// - `files`: the contents of the pack, by path.
    static func bytes(
        id: String = "Tutorial", files: [String: String] = ["a.txt": "one", "b/c.txt": "two"],
        platforms: [String] = ["iOS", "Linux"], in folder: TemporaryFolder
    ) async throws -> [UInt8] {
        let place = "pack-" + UUID().uuidString
        for (path, text) in files { try folder.write(text, to: "\(place)/\(path)") }
        let selectors = files.keys.sorted().map { #"{"file": "\#($0)"}"# }.joined(separator: ", ")
        let names = platforms.map { "\"\($0)\"" }.joined(separator: ", ")
        try folder.write(manifest(id: id, selectors: selectors, platforms: names), to: "\(place)/Manifest.json")
        let run = try await ProgramRun.run(
            "ba-package", ["Manifest.json", "-o", "pack.aar"], directory: folder.path(place))
        try #require(run.status == 0, "\(run.errors)")
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("\(place)/pack.aar"))))
    }

    static func manifest(id: String = "Tutorial", selectors: String = "", platforms: String = #""Linux""#) -> String {
        """
        {"assetPackID": "\(id)", "downloadPolicy": {"onDemand": {}}, "fileSelectors": [\(selectors)],
         "platforms": [\(platforms)]}
        """
    }
}
