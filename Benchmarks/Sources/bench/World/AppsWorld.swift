// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A service with a root of its own, and as many small apps as are wanted: each has managed packs and a downloader extension,
/// as far as the service can see.
final class AppsWorld {
    private let bench: Workbench
    private let root: String
    private let packs: String
    private let server: PackServer

    /// - `name`: of its folder.
    init(bench: Workbench, name: String) throws(BenchError) {
        self.bench = bench
        root = bench.path(name + "/service")
        packs = name + "/packs"
        try bench.remove(name)
        try bench.makeFolder(packs)
        try bench.makeSource("Small", files: 4, size: 4096, kind: .mixed)
        _ = try bench.packing("Small", source: "Small", compression: "lzfse", into: packs).run()
        // Two would number their versions against each other.
        bench.stopServer()
        server = try PackServer(bench: bench, packNames: ["Small.aar"], folder: packs)
        bench.addRoot(root)
        try tool("trust")
        try tool("url-override", server.url)
    }

    /// Runs `ba` for this service.
    @discardableResult func tool(_ arguments: String...) throws(BenchError) -> Program.Outcome {
        try program(bench.programPath("ba"), arguments).run()
    }

    /// A program of which `ba` says that it is an app's.
    func app(_ bundleID: String, _ arguments: String...) throws(BenchError) -> GameAnswer {
        let command = ["run", "--app", bundleID, "--", bench.ownProgramPath("BenchGame")] + arguments
        return try GameAnswer(program(bench.programPath("ba"), command).run().output)
    }

    private func program(_ executable: String, _ arguments: [String]) -> Program {
        var program = bench.program(executable, arguments)
        program.environment["BACKGROUND_ASSETS_ROOT"] = root
        return program
    }

    static func bundleID(_ index: Int) -> String { "com.example.app-\(index)" }
    static func groupID(_ index: Int) -> String { "group.com.example.app-\(index)" }

    /// Makes and registers apps.
    func register(_ indices: Range<Int>) throws(BenchError) {
        let calls = try ServiceCalls(socket: try status().socket)
        for index in indices {
            let (id, bundle) = (Self.bundleID(index), "\(packs)/../apps/App-\(index).app")
            let appex = bundle + "/Extensions/Downloader.appex"
            try bench.makeFolder(appex)
            try bench.write(
                Self.propertyList(
                    id, executable: "App",
                    """
                    <key>BAAppGroupID</key><string>\(Self.groupID(index))</string>
                    <key>BAHasManagedAssetPacks</key><true/><key>BAUsesAppleHosting</key><true/>
                    <key>BGTaskSchedulerPermittedIdentifiers</key>
                    <array>\((0..<11).map { "<string>task-\($0)</string>" }.joined())</array>
                    <key>UIBackgroundModes</key><array><string>fetch</string><string>processing</string></array>
                    """), to: bundle + "/Info.plist")
            try bench.write(
                Self.propertyList(
                    id + ".downloader", executable: "Downloader",
                    """
                    <key>EXAppExtensionAttributes</key><dict><key>EXExtensionPointIdentifier</key>
                    <string>com.apple.background-asset-downloader-extension</string></dict>
                    """), to: appex + "/Info.plist")
            for executable in [bundle + "/App", appex + "/Downloader"] {
                try bench.write("#!/bin/sh\n", to: executable)
                chmod(bench.path(executable), 0o755)
            }
            try calls.call(
                "backgroundassets.v1.Apps.Register", ["path": bench.path(bundle), "callID": UUID().uuidString],
                more: true)
        }
    }

    private static func propertyList(_ id: String, executable: String, _ more: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>\(id)</string>
        <key>CFBundleExecutable</key><string>\(executable)</string>
        <key>CFBundleShortVersionString</key><string>1.0</string>
        <key>CFBundleVersion</key><string>1</string>
        \(more)
        </dict></plist>
        """
    }

    /// An end of the service's socket that is an app's own.
    func calls(of bundleID: String, _ status: ServiceStatus) throws(BenchError) -> ServiceCalls {
        let identity = try ServiceCalls(socket: status.socket)
            .call("backgroundassets.v1.Apps.Identify", ["bundleID": bundleID])
        let environment = identity["environment"] as? [String: String] ?? [:]
        let app = try ServiceCalls(socket: status.socket)
        try app.call(
            "backgroundassets.v1.Apps.Hello",
            [
                "protocolVersion": 1, "root": status.root, "preferredLanguages": ["en"],
                "token": environment["BACKGROUND_ASSETS_LAUNCH_TOKEN"] ?? "",
            ])
        return app
    }

    func status() throws(BenchError) -> ServiceStatus { try ServiceStatus(tool("service", "status", "--json").output) }

    /// Ends the service, and returns when it is gone.
    func stopService() throws(BenchError) {
        let processID = try status().processID
        try tool("service", "stop")
        try Workbench.wait("the service to end") { kill(processID, 0) != 0 }
    }

    /// The workbench ends the service, for it knows the root.
    func end() { server.stop() }
}
