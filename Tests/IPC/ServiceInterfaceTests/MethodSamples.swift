// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Foundation
import ServiceInterface

/// A method with values of its types: `full` ones have everything that can be there, `bare` ones only what must be.
struct MethodSamples {
    let method: String
    let streams: Bool
    let fullParameters: [Any]
    let bareParameters: Any
    let fullReplies: [Any]
    let bareReply: Any
    /// Reads JSON as a client reads a reply, and answers what it has read, as JSON.
    let readReply: (Any) throws -> Any

    init<Method: ServiceMethod>(
        _ full: [Method], bare: Method, replies: [Method.Reply], bareReply: Method.Reply
    ) throws {
        method = Method.method
        streams = Method.streams
        fullParameters = try full.map(Self.json)
        bareParameters = try Self.json(bare)
        fullReplies = try replies.map(Self.json)
        self.bareReply = try Self.json(bareReply)
        readReply = { json in
            let data = try JSONSerialization.data(withJSONObject: json, options: .fragmentsAllowed)
            return try Self.json(JSONDecoder().decode(Method.Reply.self, from: data))
        }
    }

    /// For methods without optional parts.
    init<Method: ServiceMethod>(_ value: Method, _ reply: Method.Reply) throws {
        try self.init([value], bare: value, replies: [reply], bareReply: reply)
    }

    private static func json(_ value: some Encodable) throws -> Any {
        try JSONSerialization.jsonObject(with: JSONEncoder().encode(value), options: .fragmentsAllowed)
    }
}

/// Values for samples.
enum Sample {
    static let digest = Digest([UInt8](repeating: 7, count: 32))

    static func pack(_ policy: DownloadPolicy) -> DownloadManifestEntry {
        DownloadManifestEntry(
            id: "pack", url: "u", version: 3, downloadSize: 10, downloadPolicy: policy,
            host: .init(thirdParty: .init()), userInfo: .object(["key": .integer(1)]), sha256: digest,
            blocks: digest.map { .init(url: "b", size: 5, sha256: $0) }, installedSize: 20, language: "de")
    }
    static let packs = [
        pack(.essential([.firstInstallation, .subsequentUpdate])), pack(.prefetch([.subsequentUpdate])),
        pack(.onDemand),
    ]
    static let barePack = DownloadManifestEntry(
        id: "pack", url: "u", version: 3, downloadSize: 10, downloadPolicy: .onDemand, host: nil)

    static let app = AppRecord(
        bundleID: "b", name: "n", version: "1", build: "2", state: .ready, fraction: 0.5, paused: true, appGroupID: "g",
        origin: "local", path: "/p", packBytes: 7, hasAssetPacks: true, requestsContent: false, note: "why", team: "t")
    static let bareApp = AppRecord(
        bundleID: "b", name: "n", version: "1", build: "2", state: .failed, fraction: nil, appGroupID: nil,
        origin: "local", path: nil, packBytes: 7, hasAssetPacks: nil, note: nil)

    static let progress = InstallationProgress(
        bundleID: "b", phase: .installing, fraction: 0.5, completedBytes: 1, totalBytes: 2, detail: "d", errorCode: "e",
        sizes: InstallSizes(
            name: "n", version: "1", appBytes: 1, archiveBytes: 2, maxAssetBytes: 3, maxEssentialBytes: 4), team: "t")
    static let bareProgress = InstallationProgress(
        bundleID: "b", phase: .failed, fraction: 0.5, completedBytes: 1, totalBytes: 2)

    static let record = PackRecord(
        bundleID: "b", id: "p", localVersion: 1, publishedVersion: 2, policy: "onDemand", language: "de", status: 64,
        localBytes: 5, downloadSize: 6, completedBytes: 7, waiting: "why")
    static let bareRecord = PackRecord(
        bundleID: "b", id: "p", localVersion: nil, publishedVersion: nil, policy: nil, language: nil, status: 0,
        localBytes: 5, downloadSize: nil, completedBytes: nil, waiting: nil)

    static let failure = PackFailure(packID: "p", code: "c", message: "m")

    static let manifest = DownloadManifest(
        assetPacks: packs, formatVersion: 1, platform: "linux", sequence: 4, removed: ["old"], primaryLanguage: "en")

    static let download = DownloadRecord(
        bundleID: "b", packID: "p", version: 1, state: .waiting, essential: true, foreground: true, completedBytes: 1,
        totalBytes: 2, waiting: "w", condition: .metered, fileID: "f")
    static let bareDownload = DownloadRecord(
        bundleID: "b", packID: "p", version: 1, state: .paused, essential: false, completedBytes: 1, totalBytes: 2,
        waiting: nil)

    static let explanation = Explanation(
        subject: "s", state: "w", condition: .metered, reason: "r", since: 1.5, endsWhen: "e", nextAttempt: 2.5)
    static let bareExplanation = Explanation(subject: "s", state: "w", condition: nil, reason: "r")
}

extension MethodSamples {
    static func all() throws -> [MethodSamples] {
        try apps() + packs() + downloads() + files() + tasks() + sessions() + notifications() + storage() + debug()
            + control()
            + extensions()
    }

    private static func apps() throws -> [MethodSamples] {
        typealias Apps = AppsInterface
        return [
            try .init(
                [Apps.Hello(protocolVersion: 1, root: "/r", token: "t", preferredLanguages: ["de"], background: true)],
                bare: Apps.Hello(protocolVersion: 1, root: "/r", token: nil, preferredLanguages: []),
                replies: [
                    .init(
                        protocolVersion: 1, root: "/r", bundleID: "b", appGroupID: "g", configurationProblem: "p",
                        resolvedLanguage: "de")
                ],
                bareReply: .init(
                    protocolVersion: 1, root: "/r", bundleID: "b", appGroupID: nil, configurationProblem: nil)),
            try .init(
                [Apps.List()], bare: Apps.List(), replies: [.init(apps: [Sample.app])],
                bareReply: .init(apps: [Sample.bareApp])),
            try .init(
                InstallConsent.allCases.map {
                    Apps.Install(source: "s", allowDowngrade: true, callID: "c", consent: $0, token: "t")
                },
                bare: Apps.Install(source: "s", allowDowngrade: true, callID: "c"), replies: [Sample.progress],
                bareReply: Sample.bareProgress),
            try .init(
                [Apps.Update(bundleID: "b", callID: "c", consent: .asked)],
                bare: Apps.Update(bundleID: "b", callID: "c"),
                replies: [Sample.progress], bareReply: Sample.bareProgress),
            try .init(
                [Apps.Watch(bundleID: "b")], bare: Apps.Watch(bundleID: "b"), replies: [Sample.progress],
                bareReply: Sample.bareProgress),
            try .init(
                [Apps.Register(path: "p", callID: "c")], bare: Apps.Register(path: "p", callID: "c"),
                replies: [Sample.progress], bareReply: Sample.bareProgress),
            try .init(
                [
                    Apps.ControlInstallation(
                        bundleID: "b", action: .consent, callID: "c",
                        sizes: InstallSizes(
                            name: "n", version: "1", appBytes: 1, archiveBytes: 2, maxAssetBytes: 3,
                            maxEssentialBytes: 4))
                ],
                bare: Apps.ControlInstallation(bundleID: "b", action: .pause), replies: [.init(bundleID: "b")],
                bareReply: .init()),
            try .init(
                [Apps.Launch(bundleID: "b")], bare: Apps.Launch(bundleID: "b"),
                replies: [.init(executable: "e", directory: "d", environment: ["K": "v"], processID: 1)],
                bareReply: .init(executable: "e", directory: "d", environment: ["K": "v"])),
            try .init(Apps.Identify(bundleID: "b"), Apps.Identify.Reply(environment: ["K": "v"])),
            try .init(
                [Apps.Quit(bundleID: "b")], bare: Apps.Quit(bundleID: "b"),
                replies: [.init(ended: [1, 2], killed: [2])], bareReply: .init(ended: [], killed: [])),
            try .init(
                [Apps.SetState(bundleID: "b", state: .background)], bare: Apps.SetState(state: .foreground),
                replies: [.init(processIDs: [1])], bareReply: .init(processIDs: [])),
            try .init(
                [Apps.Uninstall(bundleID: "b", keepData: true, callID: "c")],
                bare: Apps.Uninstall(bundleID: "b", keepData: true), replies: [EmptyReply()], bareReply: EmptyReply()),
        ]
    }

    private static func packs() throws -> [MethodSamples] {
        typealias Packs = PacksInterface
        return [
            try .init(
                [Packs.Manifest(bundleID: "b", refresh: true)], bare: Packs.Manifest(refresh: false),
                replies: [.init(manifest: Sample.manifest, resolvedLanguage: "de")],
                bareReply: .init(
                    manifest: DownloadManifest(assetPacks: [Sample.barePack]), resolvedLanguage: nil)),
            try .init(
                [Packs.List(bundleID: "b")], bare: Packs.List(), replies: [.init(packs: [Sample.record])],
                bareReply: .init(packs: [Sample.bareRecord])),
            try .init(
                [Packs.Status(bundleID: "b", packID: "p", online: true)], bare: Packs.Status(packID: "p", online: true),
                replies: [.init(status: 1, localVersion: 2, publishedVersion: 3)],
                bareReply: .init(status: 0, localVersion: nil, publishedVersion: nil)),
            try .init(
                [Packs.EnsureLocalAvailability(bundleID: "b", packIDs: ["p"], requireLatestVersion: true, callID: "c")],
                bare: Packs.EnsureLocalAvailability(packIDs: ["p"], requireLatestVersion: true, callID: "c"),
                replies: [.init(available: ["p": 1], failures: [Sample.failure])],
                bareReply: .init(available: ["p": 1], failures: [Sample.failure])),
            try .init(
                [Packs.CheckForUpdates(bundleID: "b", callID: "c")], bare: Packs.CheckForUpdates(callID: "c"),
                replies: [.init(updatingIDs: ["p"], removedIDs: ["q"], problem: "r")],
                bareReply: .init(updatingIDs: ["p"], removedIDs: ["q"])),
            try .init(
                [Packs.Remove(bundleID: "b", packID: "p", callID: "c")], bare: Packs.Remove(packID: "p"),
                replies: [EmptyReply()], bareReply: EmptyReply()),
            try .init(
                [Packs.Subscribe(bundleID: "b", packID: "p", acknowledges: true)], bare: Packs.Subscribe(),
                replies: Sample.packs.map {
                    PackEvent(
                        id: 1, kind: .failed, bundleID: "b", pack: $0, completedBytes: 1, totalBytes: 2,
                        failure: Sample.failure, missed: true)
                },
                bareReply: PackEvent(id: 1, kind: .subscribed, bundleID: "b", pack: nil)),
            try .init(
                [Packs.Acknowledge(bundleID: "b", eventIDs: [1])], bare: Packs.Acknowledge(eventIDs: [1]),
                replies: [EmptyReply()], bareReply: EmptyReply()),
            try .init(
                [Packs.Resolve(bundleID: "b", path: "f", packID: "p", language: "de")], bare: Packs.Resolve(path: "f"),
                replies: [
                    .init(file: ResolvedFile(packID: "p", version: 1, location: "p/1/Contents/f", size: 2, mode: 3))
                ], bareReply: .init(file: nil)),
            try .init(
                [Packs.SetResolvedLanguage(bundleID: "b", language: "de", callID: "c")],
                bare: Packs.SetResolvedLanguage(language: nil),
                replies: [EmptyReply()], bareReply: EmptyReply()),
            try .init(
                [Packs.ReconcilePreferredLanguages(bundleID: "b", callID: "c")],
                bare: Packs.ReconcilePreferredLanguages(callID: "c"), replies: [EmptyReply()], bareReply: EmptyReply()),
        ]
    }

    private static func downloads() throws -> [MethodSamples] {
        typealias Downloads = DownloadsInterface
        return [
            try .init(
                [Downloads.List(bundleID: "b")], bare: Downloads.List(), replies: [.init(downloads: [Sample.download])],
                bareReply: .init(downloads: [Sample.bareDownload])),
            try .init(
                [Downloads.Explain(id: "i")], bare: Downloads.Explain(id: "i"),
                replies: [.init(explanations: [Sample.explanation])],
                bareReply: .init(explanations: [Sample.bareExplanation])),
            try .init(
                [Downloads.ControlDownload(bundleID: "b", packID: "p", action: .cancel, callID: "c")],
                bare: Downloads.ControlDownload(packID: "p", action: .resume), replies: [EmptyReply()],
                bareReply: EmptyReply()),
            try .init(
                [Downloads.ControlDownloads(bundleID: "b", action: .cancel, callID: "c")],
                bare: Downloads.ControlDownloads(action: .resume), replies: [.init(packIDs: ["p"])],
                bareReply: .init(packIDs: [])),
        ]
    }

    private static func control() throws -> [MethodSamples] {
        typealias Control = ControlInterface
        return [
            try .init(
                [Control.Status()], bare: Control.Status(),
                replies: [
                    Control.Status.Reply(
                        version: "v", protocolVersion: 1, processID: 2, root: "/r", socket: "/s", connections: 3,
                        activation: "on-demand",
                        queue: QueueFigures(
                            downloads: 1, transfers: 2, medianDecision: 0.5, longestDecision: 1.5),
                        tasks: TaskFigures(waiting: 1, running: 2, medianDecision: 0.5, longestDecision: 1.5))
                ],
                bareReply: Control.Status.Reply(
                    version: "v", protocolVersion: 1, processID: 2, root: "/r", socket: "/s", connections: 3,
                    activation: "on-demand")),
            try .init(Control.Stop(), EmptyReply()),
            try .init(Control.AdvanceClock(seconds: 1.5), .init(now: 2.5)),
            try .init(
                [Control.Settings(bundleID: "b")], bare: Control.Settings(),
                replies: [
                    .init(settings: [SettingRecord(name: "n", value: "v", defaultValue: "d", meaning: "m")])
                ], bareReply: .init(settings: [])),
            try .init(
                [Control.SetSetting(name: "n", value: "v", bundleID: "b")],
                bare: Control.SetSetting(name: "n", value: nil),
                replies: [EmptyReply()], bareReply: EmptyReply()),
            try .init(
                Control.TrustedCertificates(),
                Control.TrustedCertificates.Reply(
                    certificates: [TrustedCertificate(fingerprint: "f", addedAt: 1.5, expiresAt: 2.5)])),
            try .init(Control.Distrust(fingerprint: "f"), Control.Distrust.Reply(removed: "ff")),
            try .init(Control.Trust(pem: "p"), Control.Trust.Reply(added: ["a"], present: ["b"])),
            try .init(
                [Control.URLOverride(url: "u", clear: true)], bare: Control.URLOverride(), replies: [.init(url: "u")],
                bareReply: .init(url: nil)),
            try .init(
                [Control.Doctor(subject: "s")], bare: Control.Doctor(),
                replies: [.init(findings: [Finding(level: .ok, subject: "s", message: "m")])],
                bareReply: .init(findings: [])),
            try .init(
                [Control.Logs(follow: true, bundleID: "b")], bare: Control.Logs(follow: false),
                replies: [.init(line: "l")], bareReply: .init(line: "l")),
        ]
    }

    private static func extensions() throws -> [MethodSamples] {
        typealias Extension = ExtensionInterface
        return [
            try .init(
                Sample.packs.map { Extension.ShouldDownload(pack: $0) },
                bare: Extension.ShouldDownload(pack: Sample.barePack), replies: [.init(download: true)],
                bareReply: .init(download: false)),
            try .init(
                [
                    Extension.Downloads(
                        request: .periodic, manifestPath: "/m", remainingBytes: 1, remainingEssentialBytes: 2)
                ], bare: Extension.Downloads(request: .install, manifestPath: "/m"),
                replies: [.init(files: [Sample.file], excessiveCount: 3)], bareReply: .init(files: [])),
            try .init(
                [Extension.Finished(file: Sample.file, path: "/p")],
                bare: Extension.Finished(file: Sample.bareFile, path: "/p"), replies: [EmptyReply()],
                bareReply: EmptyReply()),
            try .init(
                [Extension.Challenged(file: Sample.file, challenge: Sample.challenge)],
                bare: Extension.Challenged(file: Sample.bareFile, challenge: Sample.bareChallenge),
                replies: Sample.replies.map { .init(reply: $0) }, bareReply: .init(reply: ChallengeReply(.cancel))),
            try .init(
                [Extension.Failed(file: Sample.file, failure: FileFailure(cause: .changed, message: "m"))],
                bare: Extension.Failed(file: Sample.bareFile, failure: FileFailure(cause: .manifest, message: "m")),
                replies: [EmptyReply()], bareReply: EmptyReply()),
        ]
    }
}
