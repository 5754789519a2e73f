// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetPackModel
import AssetTestSupport
import Foundation
import Synchronization
import SystemSupport
import Testing

@testable import BundleSources

/// An archive is taken as it arrives, over interruptions, and what came before them is not asked for again.
struct BundleIntakeTests {
    /// What an intake told.
    private final class Record: Sendable {
        let identities = Mutex<[String]>([])
        let progress = Mutex<[Int64]>([])
    }

    private let url = "https://example.com/Game.tar.gz"

    private func makeIntake(
        _ folder: TemporaryFolder, url: String? = "https://example.com/Game.tar.gz", _ record: Record = Record()
    ) throws -> BundleIntake {
        try BundleIntake(
            path: folder.path("staging"), url: url,
            identified: { information in record.identities.withLock { $0.append(information.bundleID) } },
            progress: { bytes, _ in record.progress.withLock { $0.append(bytes) } })
    }

    private func take(_ bytes: some Collection<UInt8>, _ intake: BundleIntake) async throws {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(60_000))
            rest = rest.dropFirst(60_000)
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                do {
                    try piece.withUnsafeBytes { bytes in try intake.take(bytes) { continuation.resume() } }
                } catch { continuation.resume(throwing: error) }
            }
        }
    }

    private func expectSample(_ bundle: UnpackedBundle) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: bundle.path + "/Resources/data.bin"))
        #expect(data == Data(SampleApp.noise(300_000)))
    }

    @Test("An interrupted transfer goes on in the same process") func goesOnInTheSameProcess() async throws {
        try await TemporaryFolder.with { folder in
            let record = Record()
            let intake = try makeIntake(folder, record)
            let bytes = SampleApp.tar().bytes
            #expect(try await intake.prepare() == IntakeStart())
            intake.begins(at: 0, etag: "\"1\"", total: Int64(bytes.count))
            try await take(bytes[..<100_000], intake)
            try await intake.suspend()
            #expect(
                try await intake.prepare() == IntakeStart(offset: 100_000, etag: "\"1\"", total: Int64(bytes.count)))
            intake.begins(at: 100_000, etag: "\"1\"", total: Int64(bytes.count))
            try await take(bytes[100_000...], intake)
            try expectSample(try await intake.finish())
            #expect(record.identities.withLock { $0 } == [SampleApp.bundleID])
            let progress = record.progress.withLock { $0 }
            #expect(progress == progress.sorted() && progress.last == Int64(bytes.count))
        }
    }

    @Test("A11: one that holds asks for no more when it has the Info.plist, until it is released")
    func holdsUntilItIsReleased() async throws {
        try await TemporaryFolder.with { folder in
            let record = Record()
            let intake = try BundleIntake(
                path: folder.path("staging"), url: url, holds: true,
                identified: { information in record.identities.withLock { $0.append(information.bundleID) } },
                progress: { _, _ in })
            let bytes = SampleApp.tar().bytes
            _ = try await intake.prepare()
            intake.begins(at: 0, etag: "\"1\"", total: Int64(bytes.count))
            let isAsked = Mutex(false)
            try bytes[..<60_000].withUnsafeBytes { piece in
                try intake.take(piece) { isAsked.withLock { $0 = true } }
            }
            // Nothing is being unpacked when this returns.
            try await intake.suspend()
            #expect(record.identities.withLock { $0 } == [SampleApp.bundleID])
            #expect(!isAsked.withLock { $0 })
            intake.release()
            #expect(isAsked.withLock { $0 })
            try await take(bytes[60_000...], intake)
            try expectSample(try await intake.finish())
        }
    }

    @Test("After a restart of the service only the rest is asked for") func goesOnAfterARestart() async throws {
        try await TemporaryFolder.with { folder in
            let bytes = SampleApp.tar().bytes
            do {
                let intake = try makeIntake(folder)
                _ = try await intake.prepare()
                intake.begins(at: 0, etag: "\"1\"", total: Int64(bytes.count))
                try await take(bytes[..<200_001], intake)
                // As after a kill: nothing is told to it.
                _ = try? await intake.unpack(file: "/nowhere")
            }
            let record = Record()
            let intake = try makeIntake(folder, record)
            let start = try await intake.prepare()
            #expect(start == IntakeStart(offset: 200_001, etag: "\"1\"", total: Int64(bytes.count)))
            #expect(record.identities.withLock { $0 } == [SampleApp.bundleID])
            intake.begins(at: 200_001, etag: "\"1\"", total: Int64(bytes.count))
            try await take(bytes[200_001...], intake)
            try expectSample(try await intake.finish())
            // All of it is there: there is nothing to ask for.
            let again = try makeIntake(folder)
            #expect(try await again.prepare().isComplete)
            try expectSample(try await again.finish())
        }
    }

    @Test("What has changed on the server, or has no strong tag, begins anew") func beginsAnew() async throws {
        try await TemporaryFolder.with { folder in
            let old = SampleApp.tar(version: "1.0").bytes
            let new = SampleApp.tar(version: "2.0").bytes
            let first = try makeIntake(folder)
            _ = try await first.prepare()
            first.begins(at: 0, etag: "\"1\"", total: nil)
            try await take(old[..<200_000], first)
            try await first.suspend()
            let second = try makeIntake(folder)
            #expect(try await second.prepare().offset == 200_000)
            // The server answers with the whole of another archive.
            second.begins(at: 0, etag: "\"2\"", total: Int64(new.count))
            try await take(new, second)
            #expect(try await second.finish().information.version == "2.0")

            try await second.discard()
            for etag in [nil, "W/\"1\""] {
                let intake = try makeIntake(folder)
                #expect(try await intake.prepare() == IntakeStart())
                intake.begins(at: 0, etag: etag, total: nil)
                try await take(old[..<200_000], intake)
                try await intake.suspend()
                #expect(try await intake.prepare() == IntakeStart())
            }
            // What is kept for another address is of no use.
            let third = try makeIntake(folder)
            _ = try await third.prepare()
            third.begins(at: 0, etag: "\"1\"", total: nil)
            try await take(old[..<200_000], third)
            try await third.suspend()
            let other = try makeIntake(folder, url: "https://example.com/Other.tar")
            #expect(try await other.prepare() == IntakeStart())
        }
    }

    @Test("Of another boot of the system only what was synced is trusted") func anotherBootIsNotTrusted() async throws {
        try await TemporaryFolder.with { folder in
            let bytes = SampleApp.tar().bytes
            let intake = try makeIntake(folder)
            _ = try await intake.prepare()
            intake.begins(at: 0, etag: "\"1\"", total: nil)
            try await take(bytes[..<100_000], intake)
            try await intake.suspend()
            try await take(bytes[100_000..<200_000], intake)
            _ = try? await intake.unpack(file: "/nowhere")
            let path = folder.path("staging/archive.partial")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(text.contains(boot))
            try text.replacing(boot, with: "another").write(toFile: path, atomically: false, encoding: .utf8)
            #expect(try await makeIntake(folder).prepare().offset == 100_000)
        }
    }

    @Test("Damage to what was kept only costs another download") func damageToWhatWasKept() async throws {
        try await TemporaryFolder.with { folder in
            let bytes = SampleApp.tar().bytes
            let intake = try makeIntake(folder)
            _ = try await intake.prepare()
            intake.begins(at: 0, etag: "\"1\"", total: nil)
            try await take(bytes[..<200_000], intake)
            try await intake.suspend()
            try folder.write([UInt8](repeating: 7, count: 200_000), to: "staging/archive")
            let next = try makeIntake(folder)
            #expect(try await next.prepare() == IntakeStart())
            next.begins(at: 0, etag: "\"1\"", total: nil)
            try await take(bytes, next)
            try expectSample(try await next.finish())
            try folder.write("{", to: "staging/archive.partial")
            #expect(try await makeIntake(folder).prepare() == IntakeStart())
        }
    }

    @Test("A refused archive ends the request, and leaves nothing") func aRefusedArchiveEndsTheRequest() async throws {
        try await TemporaryFolder.with { folder in
            var tar = SampleApp.tar()
            tar.add("Game.app/../../evil", "x")
            tar.add("Game.app/more", SampleApp.noise(4_000_000))
            let intake = try makeIntake(folder)
            _ = try await intake.prepare()
            intake.begins(at: 0, etag: "\"1\"", total: nil)
            await #expect(throws: BundleSourceError.archive(.unsafePath("Game.app/../../evil", .parentReference))) {
                try await take(tar.bytes, intake)
                _ = try await intake.finish()
            }
            #expect(intake.failure != nil)
            try await intake.discard()
            #expect(intake.failure == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("staging")) == [])
        }
    }

    @Test("A local archive is read, and goes on after it was stopped") func aLocalArchiveIsRead() async throws {
        try await TemporaryFolder.with { folder in
            let bytes = SampleApp.tar().bytes
            let path = try folder.write(bytes, to: "Game.tar")
            let record = Record()
            let intake = try makeIntake(folder, url: nil, record)
            let stopped = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await intake.unpack(file: path)
            }
            await #expect(throws: BundleSourceError.stopped) { try await stopped.value }
            try await intake.unpack(file: path)
            try expectSample(try await intake.finish())
            #expect(record.progress.withLock { $0.last } == Int64(bytes.count))

            let other = try makeIntake(folder, url: nil)
            try await other.discard()
            await #expect(throws: BundleSourceError.self) { try await other.unpack(file: folder.path("missing")) }
            mkfifo(folder.path("fifo"), 0o600)
            await #expect(throws: BundleSourceError.self) { try await other.unpack(file: folder.path("fifo")) }
        }
    }
}
