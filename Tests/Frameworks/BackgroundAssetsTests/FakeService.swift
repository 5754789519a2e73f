// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import AssetPackModel
import Foundation
import IPCTestSupport
import ServiceInterface
import Synchronization
import SystemSupport
import Varlink

/// A service of one app, played over a real socket: it has packs to publish, puts them on disk, and tells of it.
final class FakeService: Sendable {
    static let bundleID = "org.example.game"
    static let groupID = "group.example"

    struct State {
        var published: [DownloadManifestEntry] = []
        /// Files of packs, by ID; the same in each version.
        var files: [String: [String: String]] = [:]
        var local: [String: Int] = [:]
        var downloading: Set<String> = []
        var flags: [String: NamespacePack.Flags] = [:]
        var languages: [String: String] = [:]
        var generation: UInt64 = 0
        var subscribers: [ScriptedConnection] = []
        var nextEventID: Int64 = 1
        var configurationProblem: String?
        var failures: [String: ServiceError] = [:]
        var controls: [DownloadsInterface.ControlDownload] = []
        var resolvedLanguage: String?
        /// Runs in place of the answer to a method.
        var overrides: [String: ScriptedPeer.Script] = [:]
        /// What is sent first to those who acknowledge, until they do.
        var missed: [PackEvent] = []
        /// Whether it writes namespaces of a major version that is not known here.
        var isNewer = false
    }

    let folder: TemporaryFolder
    let location: ServiceLocation
    private let state = Mutex(State())
    private let peerBox = Mutex<ScriptedPeer?>(nil)
    let subscriptions: AsyncStream<Void>
    private let subscribed: AsyncStream<Void>.Continuation
    let controls: AsyncStream<DownloadsInterface.ControlDownload>
    private let controlled: AsyncStream<DownloadsInterface.ControlDownload>.Continuation
    let acknowledgements: AsyncStream<Int64>
    private let acknowledged: AsyncStream<Int64>.Continuation

    init() throws {
        folder = try TemporaryFolder()
        location = ServiceLocation(root: folder.path)
        (subscriptions, subscribed) = AsyncStream.makeStream()
        (controls, controlled) = AsyncStream.makeStream()
        (acknowledgements, acknowledged) = AsyncStream.makeStream()
        try Directory.createFolders(packsPath)
        try start()
    }

    deinit { stop() }

    var packsPath: String { folder.path + "/packs/" + Self.bundleID }
    var peer: ScriptedPeer? { peerBox.withLock { $0 } }
    /// The methods that were called.
    var calls: [String] { peer?.calls ?? [] }

    /// The environment of the app's process.
    var environment: [String: String] {
        ["BACKGROUND_ASSETS_ROOT": folder.path, "BACKGROUND_ASSETS_BUNDLE_ID": Self.bundleID, "LANG": "de_AT.UTF-8"]
    }

    func start() throws {
        let peer = try ScriptedPeer(path: location.socketPath) { [weak self] call, connection in
            self?.answer(call, connection)
        }
        peerBox.withLock { $0 = peer }
    }

    /// Ends the service as a kill does.
    func stop() {
        let peer = peerBox.withLock { peer in
            defer { peer = nil }
            return peer
        }
        state.withLock { $0.subscribers = [] }
        peer?.stop()
    }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// Publishes a version of a pack, whose files have its version in their content.
    func publish(_ id: String, version: Int, files: [String: String] = [:], language: String? = nil) {
        state.withLock { state in
            state.published.removeAll { $0.id == id }
            state.published.append(
                DownloadManifestEntry(
                    id: id, url: "https://example.org/\(id).aar", version: version, downloadSize: 100,
                    downloadPolicy: .onDemand, userInfo: .object(["n": .integer(1)]), language: language))
            state.files[id] = files
            state.languages[id] = language
        }
    }

    /// Puts a published pack on disk.
    func install(_ id: String) throws {
        try state.withLock { state in
            guard let entry = state.published.first(where: { $0.id == id }) else { throw TestFailure("no \(id)") }
            let contents = packsPath + "/\(id)/\(entry.version)/Contents"
            try Directory.createFolders(contents)
            for (path, text) in state.files[id] ?? [:] {
                let file = URL(fileURLWithPath: contents + "/" + path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            state.local[id] = entry.version
            try writeNamespace(&state)
        }
    }

    func remove(_ id: String) throws {
        try state.withLock { state in
            state.local[id] = nil
            try writeNamespace(&state)
        }
    }

    private func writeNamespace(_ state: inout State) throws {
        state.generation += 1
        var writer = NamespaceWriter(generation: state.generation)
        for (id, version) in state.local {
            try writer.add(
                NamespacePack(
                    id: id, version: version, language: state.languages[id], flags: state.flags[id] ?? []),
                files: (state.files[id] ?? [:]).map { .file($0.key, size: Int64($0.value.utf8.count)) })
        }
        try NamespaceFolder.publish(writer, in: Directory(opening: packsPath))
        guard state.isNewer else { return }
        // The major version lies behind the magic.
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: packsPath + "/" + NamespaceFolder.currentName))
        try file.seek(toOffset: 8)
        try file.write(contentsOf: Data([2, 0]))
        try file.close()
    }

    /// Takes note of the end of a download for which the app was away.
    @discardableResult
    func miss(_ kind: PackEvent.Kind, _ packID: String, failure: ServiceError? = nil) -> Int64 {
        state.withLock { state in
            let event = PackEvent(
                id: state.nextEventID, kind: kind, bundleID: Self.bundleID,
                pack: state.published.first { $0.id == packID },
                failure: failure.map { PackFailure(packID: packID, error: $0) }, missed: true)
            state.nextEventID += 1
            state.missed.append(event)
            return event.id
        }
    }

    // MARK: Events

    /// Sends an event to every subscriber; `id` repeats one that was sent before.
    @discardableResult
    func emit(
        _ kind: PackEvent.Kind, _ packID: String, completed: Int64 = 0, total: Int64 = 0, failure: ServiceError? = nil,
        id: Int64? = nil
    ) -> Int64 {
        let (event, subscribers) = state.withLock { state in
            let event = PackEvent(
                id: id ?? state.nextEventID, kind: kind, bundleID: Self.bundleID,
                pack: state.published.first { $0.id == packID }, completedBytes: completed, totalBytes: total,
                failure: failure.map { PackFailure(packID: packID, error: $0) })
            if id == nil { state.nextEventID += 1 }
            return (event, state.subscribers)
        }
        for subscriber in subscribers { subscriber.reply(event, continues: true) }
        return event.id
    }

    // MARK: Calls

    private func answer(_ call: VarlinkCall, _ connection: ScriptedConnection) {
        if let script = state.withLock({ $0.overrides[call.method] }) { return script(call, connection) }
        do { try carryOut(call, connection) } catch let error as ServiceError {
            connection.fail(error.wireName, error.wireParameters)
        } catch {
            let error = ServiceError(.internalError, "\(error)")
            connection.fail(error.wireName, error.wireParameters)
        }
    }

    private func carryOut(_ call: VarlinkCall, _ connection: ScriptedConnection) throws {
        typealias Packs = PacksInterface
        switch call.method {
        case AppsInterface.Hello.method:
            let (problem, language) = state.withLock { ($0.configurationProblem, $0.resolvedLanguage) }
            connection.reply(
                AppsInterface.Hello.Reply(
                    protocolVersion: 1, root: location.root, bundleID: Self.bundleID, appGroupID: Self.groupID,
                    configurationProblem: problem, resolvedLanguage: language))
        case Packs.Manifest.method:
            connection.reply(
                state.withLock {
                    Packs.Manifest.Reply(
                        manifest: DownloadManifest(
                            assetPacks: $0.published, formatVersion: 1, platform: "linux", primaryLanguage: "en"),
                        resolvedLanguage: $0.resolvedLanguage)
                })
        case Packs.Status.method:
            let id = try call.parameters(as: Packs.Status.self).packID
            connection.reply(
                state.withLock { state in
                    let published = state.published.first { $0.id == id }?.version
                    return Packs.Status.Reply(
                        status: PackStatus(
                            localVersion: state.local[id], publishedVersion: published,
                            downloading: state.downloading.contains(id)
                        ).rawValue, localVersion: state.local[id], publishedVersion: published)
                })
        case Packs.EnsureLocalAvailability.method:
            let ids = try call.parameters(as: Packs.EnsureLocalAvailability.self).packIDs
            var failures: [PackFailure] = []
            for id in ids {
                let (failure, isPublished) = state.withLock { state in
                    (state.failures[id], state.published.contains { $0.id == id })
                }
                if let failure {
                    failures.append(PackFailure(packID: id, error: failure))
                } else if !isPublished {
                    failures.append(PackFailure(packID: id, error: ServiceError(.assetPackNotFound, "no \(id)")))
                } else {
                    emit(.began, id)
                    emit(.downloading, id, completed: 50, total: 100)
                    try install(id)
                    emit(.finished, id)
                }
            }
            connection.reply(
                state.withLock { Packs.EnsureLocalAvailability.Reply(available: $0.local, failures: failures) })
        case Packs.CheckForUpdates.method:
            connection.reply(Packs.CheckForUpdates.Reply(updatingIDs: ["new"], removedIDs: ["old"]))
        case Packs.Remove.method:
            try remove(call.parameters(as: Packs.Remove.self).packID)
            connection.reply(EmptyReply())
        case Packs.Subscribe.method:
            if try call.parameters(as: Packs.Subscribe.self).acknowledges == true {
                for event in state.withLock({ $0.missed }) { connection.reply(event, continues: true) }
            }
            connection.reply(PackEvent(id: 0, kind: .subscribed, bundleID: Self.bundleID, pack: nil), continues: true)
            state.withLock { $0.subscribers.append(connection) }
            subscribed.yield()
        case Packs.Acknowledge.method:
            let ids = try call.parameters(as: Packs.Acknowledge.self).eventIDs
            state.withLock { $0.missed.removeAll { ids.contains($0.id) } }
            connection.reply(EmptyReply())
            for id in ids { acknowledged.yield(id) }
        case Packs.List.method:
            connection.reply(Packs.List.Reply(packs: state.withLock { Self.records($0) }))
        case Packs.Resolve.method:
            let wanted = try call.parameters(as: Packs.Resolve.self)
            connection.reply(Packs.Resolve.Reply(file: state.withLock { Self.resolve(wanted, $0) }))
        case Packs.SetResolvedLanguage.method:
            let language = try call.parameters(as: Packs.SetResolvedLanguage.self).language
            state.withLock { $0.resolvedLanguage = language }
            connection.reply(EmptyReply())
        case Packs.ReconcilePreferredLanguages.method:
            connection.reply(EmptyReply())
        case DownloadsInterface.ControlDownload.method:
            let control = try call.parameters(as: DownloadsInterface.ControlDownload.self)
            connection.reply(EmptyReply())
            controlled.yield(control)
        default:
            connection.fail(
                StandardErrorName.methodNotFound, VarlinkServiceInterface.MethodName(method: call.method))
        }
    }

    private static func records(_ state: State) -> [PackRecord] {
        state.local.map { id, version in
            let flags = state.flags[id] ?? []
            return PackRecord(
                bundleID: bundleID, id: id, localVersion: version, publishedVersion: version, policy: "onDemand",
                language: state.languages[id],
                status: PackStatus.downloaded.union(flags.contains(.outOfDate) ? .outOfDate : []).rawValue,
                localBytes: (state.files[id] ?? [:]).values.reduce(0) { $0 + Int64($1.utf8.count) }, downloadSize: 100,
                completedBytes: nil, waiting: nil)
        }
    }

    private static func resolve(_ wanted: PacksInterface.Resolve, _ state: State) -> ResolvedFile? {
        for (id, version) in state.local.sorted(by: { $0.key < $1.key })
        where (wanted.packID ?? id) == id && (wanted.language == nil || wanted.language == state.languages[id]) {
            let files = state.files[id] ?? [:]
            let location = "\(id)/\(version)/Contents/\(wanted.path)"
            if files.keys.contains(where: { $0.hasPrefix(wanted.path + "/") }) {
                return ResolvedFile(
                    packID: id, version: version, location: location, size: 0, mode: NamespaceMode.folder | 0o755)
            }
            guard let text = files[wanted.path] else { continue }
            return ResolvedFile(
                packID: id, version: version, location: location,
                size: Int64(text.utf8.count), mode: NamespaceMode.file | 0o644)
        }
        return nil
    }
}
