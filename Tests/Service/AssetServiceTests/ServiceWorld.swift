// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetPackArchives
import AssetPackFiles
import AssetPackModel
import AssetStore
import AssetTestSupport
import CSystemShims
import DeviceConditions
import Foundation
import Glibc
import Logging
import MessageBus
import PackagingCommands
import ServiceInterface
import Synchronization
import SystemSupport
import ToolSupport
import Varlink

@testable import AssetService

/// A whole service in this process: a real socket, database and HTTPS server, one app, and a clock that the test drives.
final class ServiceWorld {
    static let bundleID = "com.example.game"
    static let groupID = "group.com.example.game"
    let folder: TemporaryFolder
    let server: FaultServer
    let clock: DrivenClock
    /// Where the desktop is, for services that are started from now on.
    var buses = BusAddresses()
    /// In the place of `/sys`: nothing is told of this machine's power.
    var systemFolder: String { folder.path("sys") }
    private(set) var manifest = DownloadManifest(assetPacks: [], formatVersion: 1, platform: "linux")
    private(set) var files: [String: [UInt8]] = [:]
    /// Bytes of the manifest that the fixture's extension reads.
    var contentSize: Int?
    /// What the root is on, when it has a disk of its own.
    private(set) var disk: SmallDisk?
    /// What services that are started from now on find in their environment of proxies.
    var proxyEnvironment: [String: String] = [:]
    /// Whether services that are started from now on write all that they log into the root.
    var keepsLog = false
    private var running: (task: Task<Void, any Error>, stop: StopSignal, service: AssetService)?
    /// That which runs.
    var service: AssetService? { running?.service }
    private var tool: VarlinkConnection?

    private init(folder: TemporaryFolder, server: FaultServer, now: Double) {
        self.folder = folder
        self.server = server
        clock = DrivenClock(now: now)
    }

    var root: String { folder.path("s") }
    var location: ServiceLocation { ServiceLocation(root: root) }

    /// Runs `body` with a service that trusts the server and has the app installed.
    ///
    /// - `hasExtension`: whether the app's extension is the fixture, which declines the pack `Declined`; else
    ///   nothing answers there.
    /// - `isManaged`: whether the app has managed packs; else it manages its assets itself, by `/content` of the server.
    /// - `now`: where the clock stands, in seconds since 1970.
    /// - `megabytes`: the size of a disk of its own that the root is on; it needs root to mount that.
    static func with(
        hasExtension: Bool = false, isManaged: Bool = true, keys: String = "", now: Double = 1_800_000_000,
        megabytes: Int? = nil, _ body: (ServiceWorld) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await FaultServer.with { server in
                let world = ServiceWorld(folder: folder, server: server, now: now)
                try world.makeApp(hasExtension: hasExtension, isManaged: isManaged, keys: keys)
                world.publish()
                guard let megabytes else { return try await world.run(body) }
                try await SmallDisk.with(.ext4, megabytes: megabytes, at: "s", in: folder) { disk in
                    world.disk = disk
                    try await world.run(body)
                }
            }
        }
    }

    private func run(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await start()
        do {
            _ = try await call(ControlInterface.Trust(pem: server.authorityPEM))
            _ = try await call(ControlInterface.URLOverride(url: server.url("")))
            try await body(self)
        } catch {
            try await stop()
            throw error
        }
        try await stop()
    }

    // MARK: The service

    /// A service without the tool's connection, of which a test sees when it ends by itself.
    final class Alone: Sendable {
        private let ended = Mutex(false)
        private let stopSignal: StopSignal
        private let task = Mutex<Task<Void, any Error>?>(nil)

        init(stop: StopSignal) { stopSignal = stop }

        var hasEnded: Bool { ended.withLock { $0 } }

        func run(_ body: @escaping @Sendable () async throws -> Void) {
            task.withLock {
                $0 = Task {
                    defer { ended.withLock { $0 = true } }
                    try await body()
                }
            }
        }

        func stop() async throws {
            stopSignal.trigger()
            try await task.withLock { $0 }?.value
        }
    }

    func startAlone(
        activation: ServiceConfiguration.Activation, isWokenByTimer: Bool
    ) async throws -> Alone {
        let stop = StopSignal()
        let (service, socket) = try await makeService(activation, isWokenByTimer: isWokenByTimer, stop: stop)
        let alone = Alone(stop: stop)
        alone.run { try await service.run(socket: socket) }
        return alone
    }

    func start() async throws {
        let stop = StopSignal()
        let (service, socket) = try await makeService(.foreground, isWokenByTimer: false, stop: stop)
        running = (Task { try await service.run(socket: socket) }, stop, service)
        tool = try VarlinkConnection(path: location.socketPath)
    }

    private func makeService(
        _ activation: ServiceConfiguration.Activation, isWokenByTimer: Bool, stop: StopSignal
    ) async throws -> (AssetService, Int32) {
        let configuration = ServiceConfiguration(
            location: location, activation: activation, isWokenByTimer: isWokenByTimer,
            clientEnvironment: ["BACKGROUND_ASSETS_ROOT": root],
            toolPath: "ba", applicationsFolder: root + "/applications", cachesFolder: root + "/caches",
            hasOwnRoot: true, systemAppsFolder: nil, buses: buses, systemFolder: systemFolder,
            preferredLanguages: ["en"], proxyEnvironment: proxyEnvironment)
        let log = LogBuffer()
        var logger = Logger(label: "test")
        if keepsLog {
            let file = LogFile(path: root + "/service.log", echo: false)
            logger = Logger(label: "test") { _ in ServiceLogHandler(level: .trace, buffer: log, file: file) }
        }
        let service = try await AssetService(
            configuration, clock: clock, random: { 0 }, log: log, stop: stop, logger: logger)
        try Directory.createFolders(location.runtime)
        let socket = try OwnedDescriptor(
            checking: ba_listen_unix(location.socketPath, 64), "listen on", location.socketPath
        ).release()
        return (service, socket)
    }

    func stop() async throws {
        tool?.close()
        guard let running else { return }
        self.running = nil
        running.stop.trigger()
        try await running.task.value
    }

    /// What the services of the desktop have told the service.
    var deviceReport: DeviceReport { service?.device.report ?? DeviceReport() }

    /// Whether downloads of files have ended of which that is not on record yet.
    var isRecordingEnds: Bool {
        get async { await service?.files.unrecordedEnds.isEmpty == false }
    }

    /// What the service does when it has told a process what was launched.
    func wakeForTasks(_ bundleID: String, _ processID: Int32) async {
        await service?.backgroundTasks.wake(bundleID, processID)
    }

    /// A process of an app begins with a task, whose end nobody may have seen.
    func takeUp(_ run: Int64, of bundleID: String, by processID: Int32) async throws {
        try await service?.backgroundTasks.takeUp(run, of: bundleID, by: processID)
    }

    /// Ends the service and starts it again on the same state.
    func restart() async throws {
        try await stop()
        try await start()
    }

    // MARK: Calls

    /// Calls as a tool.
    func call<Method: ServiceMethod>(_ method: Method) async throws -> Method.Reply {
        guard let tool else { throw CancellationError() }
        return try await Self.call(method, on: tool)
    }

    static func call<Method: ServiceMethod>(
        _ method: Method, on connection: VarlinkConnection
    ) async throws -> Method.Reply {
        do throws(VarlinkError) {
            return try await connection.call(Method.method, method, returning: Method.Reply.self)
        } catch {
            if let error = ServiceError(error) { throw error }
            throw error
        }
    }

    /// Installs the app without waiting for that.
    func beginInstalling() throws -> Task<Void, any Error> {
        let connection = try VarlinkConnection(path: location.socketPath)
        let call = AppsInterface.Register(path: folder.path("Game.app"), callID: UUID().uuidString)
        return Task {
            defer { connection.close() }
            for try await _ in try connection.stream(
                AppsInterface.Register.method, call, returning: InstallationProgress.self)
            {}
        }
    }

    /// Installs the app by registering its bundle, and returns when it is launchable.
    @discardableResult func install() async throws -> InstallationProgress? {
        var last: InstallationProgress?
        let call = AppsInterface.Register(path: folder.path("Game.app"), callID: UUID().uuidString)
        try await stream(call) { last = $0 }
        return last
    }

    /// Calls as a tool, and hands over each reply as it comes.
    func stream<Method: ServiceMethod>(_ method: Method, _ body: (Method.Reply) -> Void) async throws {
        guard let tool else { throw CancellationError() }
        for try await reply in try tool.stream(Method.method, method, returning: Method.Reply.self) { body(reply) }
    }

    /// A connection of a process of the app, which has said Hello.
    func app(_ bundleID: String = ServiceWorld.bundleID, languages: [String] = ["en"]) async throws -> VarlinkConnection
    {
        let environment = try await call(AppsInterface.Identify(bundleID: bundleID)).environment
        let connection = try VarlinkConnection(path: location.socketPath)
        let hello = AppsInterface.Hello(
            protocolVersion: 1, root: root, token: environment[ServiceProtocol.launchTokenVariable],
            preferredLanguages: languages)
        _ = try await Self.call(hello, on: connection)
        return connection
    }

    /// What a subscription of the app that acknowledges gets before it stands.
    func missed(packID: String? = nil) async throws -> [PackEvent] {
        let connection = try await app()
        defer { connection.close() }
        var events: [PackEvent] = []
        for try await event in try connection.stream(
            PacksInterface.Subscribe.method, PacksInterface.Subscribe(packID: packID, acknowledges: true),
            returning: PackEvent.self)
        {
            if event.kind == .subscribed { break }
            events.append(event)
        }
        return events
    }

    func get(_ packIDs: String..., latest: Bool = false) async throws -> [PackFailure] {
        try await call(
            PacksInterface.EnsureLocalAvailability(
                bundleID: Self.bundleID, packIDs: packIDs, requireLatestVersion: latest, callID: UUID().uuidString)
        ).failures
    }

    func check() async throws -> PacksInterface.CheckForUpdates.Reply {
        try await call(PacksInterface.CheckForUpdates(bundleID: Self.bundleID, callID: UUID().uuidString))
    }

    func records() async throws -> [String: PackRecord] {
        let packs = try await call(PacksInterface.List(bundleID: Self.bundleID)).packs
        return Dictionary(packs.map { ($0.id, $0) }) { first, _ in first }
    }

    /// When the app's packs were looked at, as the database has it.
    func storedCheck() async throws -> StoredCheck? {
        try await AssetStore(path: root + "/service.sqlite").check(of: Self.bundleID)
    }

    func localVersion(_ packID: String) async throws -> Int? { try await records()[packID]?.localVersion }

    /// Asks again until there is an answer; the test's own time limit ends a wait in vain.
    func wait<Value>(for value: () async throws -> Value?) async throws -> Value { try await eventualValue(value) }

    func waitForVersion(_ version: Int?, of packID: String) async throws {
        _ = try await wait { try await localVersion(packID) == version ? true : nil }
    }

    // MARK: The host

    /// Publishes a pack with one file, in place of another version of it.
    func publish(
        _ id: String, version: Int, text: String, policy: DownloadPolicy = .onDemand, language: String? = nil
    ) async throws {
        let name = "\(id)-\(version)"
        try folder.write(text, to: "sources/\(name)/\(id).txt")
        try folder.write(
            """
            {"assetPackID": "\(id)", "downloadPolicy": {"onDemand": {}}, "fileSelectors": [{"file": "\(id).txt"}],
             "platforms": []}
            """, to: "sources/\(name)/manifest.json")
        let result = try await PackageCommand.package(
            manifestPath: folder.path("sources/\(name)/manifest.json"), outputPath: folder.path("\(name).aar"),
            compression: .none, isQuiet: true, workingFolder: folder.path("sources/\(name)"),
            console: Console(output: 1, error: 2))
        let archive = [UInt8](try Data(contentsOf: URL(fileURLWithPath: result.archivePath)))
        let blocks = [UInt8](try Data(contentsOf: URL(fileURLWithPath: result.blocksPath)))
        for (path, bytes) in [("/\(name).aar", archive), ("/\(name).blocks", blocks)] {
            files[path] = bytes
            server.serve(path, bytes)
        }
        let entry = DownloadManifestEntry(
            id: id, url: "\(name).aar", version: version, downloadSize: Int64(archive.count), downloadPolicy: policy,
            sha256: result.blocks.archiveDigest,
            blocks: .init(url: "\(name).blocks", size: Int64(blocks.count), sha256: SHA256Digest.of(blocks)),
            installedSize: Int64(result.blocks.installedSize), language: language)
        change { manifest in
            manifest.assetPacks.removeAll { $0.id == id }
            manifest.assetPacks.append(entry)
        }
    }

    /// Lets the next request for a published file, or so many, wait for `server.release()`.
    func stall(_ paths: String..., times count: Int = 1) {
        let faults = [Fault](repeating: .stall(after: 0), count: count)
        for path in paths { server.serve(path, files[path] ?? [], faults: faults) }
    }

    /// Lets the next request for the manifest wait for `server.release()`.
    func stallManifest() { publish(faults: [.stall(after: 0)]) }

    /// Publishes a changed manifest.
    func change(_ body: (inout DownloadManifest) -> Void) {
        body(&manifest)
        publish()
    }

    func entry(_ id: String) -> DownloadManifestEntry? { manifest.entry(withID: id) }

    /// How often the manifest was asked for.
    var manifestRequests: Int { server.requests.filter { $0.path == "/manifest" }.count }

    private func publish(faults: [Fault] = []) {
        // A manifest can always be encoded.
        let bytes = (try? JSONEncoder().encode(manifest)).map { [UInt8]($0) } ?? []
        server.serve("/manifest", bytes, contentType: "application/json", faults: faults)
    }

    // MARK: The app

    /// Info.plist keys of a downloader extension.
    static let extensionPoint = """
        <key>EXAppExtensionAttributes</key><dict><key>EXExtensionPointIdentifier</key>
        <string>com.apple.background-asset-downloader-extension</string></dict>
        """

    private func makeApp(hasExtension: Bool, isManaged: Bool, keys: String) throws {
        func plist(_ id: String, _ executable: String, _ more: String) -> String {
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>\(id)</string>
            <key>CFBundleExecutable</key><string>\(executable)</string>
            <key>CFBundleVersion</key><string>1</string>
            \(more)
            </dict></plist>
            """
        }
        let managed = "<key>BAHasManagedAssetPacks</key><true/><key>BAUsesAppleHosting</key><true/>"
        try folder.write(
            plist(
                Self.bundleID, "Game",
                """
                \(isManaged ? managed : "<key>BAManifestURL</key><string>\(server.url("/content"))</string>")
                <key>BAAppGroupID</key><string>\(Self.groupID)</string>\(keys)
                """), to: "Game.app/Info.plist")
        let appex = "Game.app/Extensions/Downloader.appex"
        try folder.write(
            plist(
                Self.bundleID + ".downloader", "Downloader",
                Self.extensionPoint), to: appex + "/Info.plist")
        try folder.write("#!/bin/sh\n", to: "Game.app/Game")
        if hasExtension {
            try FileManager.default.copyItem(
                atPath: ProgramRun.programs + "/FixtureDownloader", toPath: folder.path(appex + "/Downloader"))
        } else {
            try folder.write("#!/bin/sh\nexit 3\n", to: appex + "/Downloader")
        }
        for path in ["Game.app/Game", appex + "/Downloader"] { chmod(folder.path(path), 0o755) }
    }
}
