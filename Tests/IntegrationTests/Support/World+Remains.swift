// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

extension World {
    /// What `ba service status` tells.
    func serviceStatus() async throws -> [String: Any] {
        let status = try expectSuccess(try await ba("service", "status", "--json"))
        return try JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any] ?? [:]
    }

    func serviceProcess() async throws -> Int { try #require(try await serviceStatus()["processID"] as? Int) }

    /// Runs `body` and expects the same service to answer afterwards: it neither died nor was started anew.
    func serving<Result>(
        sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Result
    ) async throws -> Result {
        let before = try await serviceProcess()
        let result = try await body()
        #expect(try await serviceProcess() == before, "the service died", sourceLocation: sourceLocation)
        return result
    }

    /// Expects that nothing is staged, queued or half done, that the packs on disk are exactly these, and that no
    /// extension runs.
    ///
    /// - `packs`: local versions by pack ID.
    func expectNothingLeft(
        packs: [String: Int] = [:], kept: [String] = [], _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        // An extension is given the folder of its app, and leaves it empty.
        let arrived = names(in: "s/downloads").flatMap { names(in: "s/downloads/" + $0) }
        #expect(arrived == [], comment, sourceLocation: sourceLocation)
        // What a pack was staged in goes after the pack can be seen.
        _ = try await wait("nothing to be staged") {
            names(in: "s/spool") == (kept.isEmpty ? [] : ["kept"]) ? true : nil
        }
        #expect(names(in: "s/spool/kept/\(Self.bundleID)") == kept, comment, sourceLocation: sourceLocation)
        let downloads = try expectSuccess(try await ba("downloads", "--json"))
        let queued = try JSONSerialization.jsonObject(with: Data(downloads.output.utf8)) as? [Any]
        #expect(queued?.count == 0, comment, sourceLocation: sourceLocation)
        var versions: [String: [String]] = [:]
        for name in names(in: "s/packs/\(Self.bundleID)") {
            let below = names(in: "s/packs/\(Self.bundleID)/\(name)")
            if !name.hasPrefix("namespace") { versions[name] = below }
        }
        #expect(versions == packs.mapValues { ["\($0)"] }, comment, sourceLocation: sourceLocation)
        for (id, version) in packs {
            #expect(try await localVersion(id) == version, comment, sourceLocation: sourceLocation)
        }
        #expect(try await childProcesses() == [], comment, sourceLocation: sourceLocation)
    }

    /// Expects that nothing of the app is there: no bundle, packs, group, desktop entry or record.
    func expectNoApp(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for folder in ["s/apps", "s/packs", "s/groups", "s/applications"] {
            #expect(names(in: folder) == [], comment, sourceLocation: sourceLocation)
        }
        let apps = try expectSuccess(try await ba("apps", "--json")).output
        #expect(
            (try JSONSerialization.jsonObject(with: Data(apps.utf8)) as? [Any])?.count == 0, comment,
            sourceLocation: sourceLocation)
        try await expectNothingLeft(comment, sourceLocation: sourceLocation)
    }

    /// The names in a folder of the world, sorted; none when it is not there.
    func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: self.folder.path(folder))) ?? []).sorted()
    }

    /// The processes that the service has started and that are still there.
    func childProcesses() async throws -> [Int] {
        let service = try await serviceProcess()
        let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(service)/task")
        return tasks.flatMap { task in
            let text = (try? String(contentsOfFile: "/proc/\(service)/task/\(task)/children", encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int($0) }
        }
    }

    /// How many descriptors the service has open.
    func descriptorCount() async throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(try await serviceProcess())/fd").count
    }
}
