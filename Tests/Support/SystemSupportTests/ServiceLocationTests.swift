// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Glibc
import SystemSupport
import Testing

struct ServiceLocationTests {
    private func location(
        _ environment: [String: String], runtimeOfUser: String = "/nonexistent"
    ) throws -> ServiceLocation {
        try ServiceLocation(environment: environment, runtimeOfUser: runtimeOfUser)
    }

    @Test func theVariablesOfXDG() async throws {
        try await TemporaryFolder.with { folder in
            let named = try location(["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_RUNTIME_DIR": folder.path])
            #expect(named.root == "/d/background-assets")
            #expect(named.socketPath == folder.path + "/background-assets/service.socket")
            let relative = try location(["HOME": "/h", "XDG_DATA_HOME": "d", "XDG_RUNTIME_DIR": "r"])
            #expect(relative.root == "/h/.local/share/background-assets" && relative.runtime == relative.root + "/run")
        }
    }

    @Test func jobsOutsideASessionFindTheSameSocket() async throws {
        try await TemporaryFolder.with { folder in
            let session = try location(["HOME": "/h", "XDG_RUNTIME_DIR": folder.path], runtimeOfUser: folder.path)
            #expect(try location(["HOME": "/h"], runtimeOfUser: folder.path) == session)
            // What is no folder of this user's is none.
            #expect(try location(["HOME": "/h"], runtimeOfUser: "/dev/null").runtime.hasSuffix("background-assets/run"))
        }
    }

    @Test func aRootOfItsOwnHasAllInside() async throws {
        try await TemporaryFolder.with { folder in
            let own = try location(
                ["BACKGROUND_ASSETS_ROOT": "/r", "XDG_RUNTIME_DIR": folder.path], runtimeOfUser: folder.path)
            #expect(own.root == "/r" && own.socketPath == "/r/run/service.socket" && own.lockPath == "/r/service.lock")
            let long = try location(["BACKGROUND_ASSETS_ROOT": "/" + String(repeating: "r", count: 100)])
            #expect(
                long.socketPath.hasPrefix("/tmp/background-assets-\(getuid())-") && long.socketPath.utf8.count < 108)
            // The lock is of the root, wherever the socket is.
            #expect(long.lockPath == long.root + "/service.lock")
        }
    }

    @Test func whatNamesNoFolderIsRefused() {
        #expect(throws: ServiceLocationError.relativeRoot("r")) {
            try location(["BACKGROUND_ASSETS_ROOT": "r", "HOME": "/h"])
        }
        #expect(throws: ServiceLocationError.noHome) { try location([:]) }
    }
}
