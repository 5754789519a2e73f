// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import SystemSupport
import Testing

/// What confines and measures extensions.
struct ExtensionCare: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Variables that the service is started with.
    var variables: [String: String] = [:]

    /// The best that this system has.
    static let best = ExtensionCare(testDescription: "as the service chooses")
    static let bubblewrap = ExtensionCare(
        testDescription: "bubblewrap", variables: ["BACKGROUND_ASSETS_CONFINEMENT": "bubblewrap"])
    static let unconfined = ExtensionCare(
        testDescription: "unconfined", variables: ["BACKGROUND_ASSETS_CONFINEMENT": "none"])
    static let byProcess = ExtensionCare(
        testDescription: "process by process", variables: ["BACKGROUND_ASSETS_METERING": "processes"])
    static let leastOfBoth = ExtensionCare(
        testDescription: "bubblewrap, process by process",
        variables: bubblewrap.variables.merging(byProcess.variables) { first, _ in first })

    static let hasBubblewrap = FileStatus(resolving: "/usr/bin/bwrap") != nil
    static let all = [best, byProcess] + (hasBubblewrap ? [bubblewrap, leastOfBoth] : [])
    static let confinements = [best] + (hasBubblewrap ? [bubblewrap] : [])
}

extension World {
    /// Has clients start the service so that it takes such care of extensions: they hand no variables of theirs on.
    mutating func take(_ care: ExtensionCare) throws {
        let assignments = care.variables.map { "export \($0.key)=\($0.value)\n" }.sorted().joined()
        serviceExecutable = try folder.write(
            "#!/bin/sh\n\(assignments)exec \(ProgramRun.programs)/backgroundassetsd \"$@\"\n", to: "service-with-care")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: serviceExecutable)
    }

    /// Makes the app's bundle with an extension of these lines of Python.
    func makeApp(extensionInPython lines: String) async throws {
        try await makeApp()
        let name = "Game.app/Extensions/FixtureDownloader.appex/FixtureDownloader"
        try FileManager.default.removeItem(atPath: folder.path(name))
        try folder.write("#!/usr/bin/python3\n" + lines + "\n", to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
    }

    /// The control groups of the service's extensions that are there; nil when it makes none.
    var controlGroups: [String]? {
        guard let data = FileManager.default.contents(atPath: folder.path("s/control-groups")) else { return nil }
        let line = String(decoding: data, as: UTF8.self).split(separator: "\n").last ?? ""
        let beginning = String(line.split(separator: " ", maxSplits: 1).last ?? "")
        let (parent, prefix) = (
            (beginning as NSString).deletingLastPathComponent, (beginning as NSString).lastPathComponent
        )
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.map { parent + "/" + $0 }
    }
}
