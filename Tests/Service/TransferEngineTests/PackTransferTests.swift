// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetPackArchives
import AssetPackModel
import AssetTestSupport
import Foundation
import Logging
import NIOPosix
import Synchronization
import SystemSupport
import Testing

@testable import TransferEngine

/// Transfers from a real HTTPS server that does what it should not.
@Suite(.timeLimit(.minutes(5)))
struct PackTransferTests {
    private struct Rig {
        let folder: TemporaryFolder
        let server: FaultServer
        let pack: ServedPack

        func request(_ entry: DownloadManifestEntry? = nil, host: String = "127.0.0.1") throws -> PackTransfer.Request {
            PackTransfer.Request(
                entry: entry ?? pack.entry, manifestURL: try HTTPAddress(server.url("/manifest", host: host)),
                stagingPath: folder.path("spool"))
        }

        @discardableResult
        func run(
            _ entry: DownloadManifestEntry? = nil, host: String = "127.0.0.1", trusted: Bool = true,
            stallTimeout: Int64 = 30
        ) async throws -> [ExtractedFile] {
            let transport = try HTTPTransport(
                group: .singleton, trustedPEM: trusted ? [server.authorityPEM] : [], stallTimeout: stallTimeout,
                logger: Logger(label: "test"))
            return try await PackTransfer(transport: transport, logger: Logger(label: "test"))
                .run(try request(entry, host: host)) { _ in }
        }

        var archiveRequests: [String?] {
            server.requests.filter { $0.path == "/Pack.aar" }.map(\.range)
        }
    }

    private func with(
        compression: Compression = .none, faults: [Fault] = [], finally: Fault = .none,
        certificate: FaultServer.Certificate = .valid, _ body: @Sendable (Rig) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let pack = try await ServedPacks.shared.pack(compression)
            try await FaultServer.with(certificate: certificate) { server in
                server.serve("/Pack.aar", pack.archive, faults: faults, finally: finally)
                server.serve("/Pack.blocks", pack.blocks)
                try await body(Rig(folder: folder, server: server, pack: pack))
            }
        }
    }

    private func withoutBlocks(_ entry: DownloadManifestEntry) -> DownloadManifestEntry {
        var entry = entry
        entry.blocks = nil
        return entry
    }

    @Test(arguments: Compression.allCases)
    func everyCodecArrivesWithAndWithoutBlocks(_ compression: Compression) async throws {
        try await with(compression: compression) { rig in
            let files = try await rig.run()
            #expect(try rig.pack.isStaged(in: rig.folder.path("spool")))
            #expect(files.first { $0.path == "Contents/Pack/c/empty" }?.size == 0)
            let whole = try await rig.run(withoutBlocks(rig.pack.entry))
            #expect(try rig.pack.isStaged(in: rig.folder.path("spool")))
            #expect(Set(files) == Set(whole))
        }
    }

    @Test func aManifestThatNamesAnotherDigestThanTheBlocksFile() async throws {
        try await with { rig in
            var entry = rig.pack.entry
            entry.sha256 = SHA256Digest.of([1])
            let wrong = entry
            let error = await #expect(throws: TransferError.self) { try await rig.run(wrong) }
            #expect(error?.description.contains("another digest") == true)
            #expect(rig.archiveRequests.isEmpty)
        }
    }

    @Test func progressIsToldInTheMidstOfABlock() async throws {
        try await with(finally: .stall(after: 1_000_000)) { rig in
            let told = Mutex<[Int64]>([])
            let request = try rig.request()
            let transport = try HTTPTransport(
                group: .singleton, trustedPEM: [rig.server.authorityPEM], logger: Logger(label: "test"))
            let transfer = PackTransfer(transport: transport, logger: Logger(label: "test"))
            async let files = transfer.run(request) { bytes in told.withLock { $0.append(bytes) } }
            await rig.server.wait { $0.stalledCount == 1 }
            try await eventually { told.withLock { $0.last ?? 0 } >= 800_000 }
            rig.server.release()
            #expect(try await !files.isEmpty)
            let values = told.withLock { $0 }
            #expect(values == values.sorted() && values.first == 0)
            #expect(values.last == Int64(rig.pack.archive.count) && values.count > 50)
        }
    }

    @Test(arguments: [Compression.none, .lzfse])
    func aCutTransferGoesOnAtMostOneBlockBack(_ compression: Compression) async throws {
        try await with(compression: compression, faults: [.cut(after: 9_000_000), .cut(after: 3_000_000)]) { rig in
            for _ in 0..<2 {
                let error = await #expect(throws: TransferError.self) { try await rig.run() }
                #expect(error?.remedy == .retry(after: nil), "\(error?.description ?? "")")
            }
            try await rig.run()
            #expect(try rig.pack.isStaged(in: rig.folder.path("spool")))
            let starts = rig.archiveRequests.map { range in
                range.flatMap { Int($0.dropFirst("bytes=".count).dropLast()) } ?? 0
            }
            #expect(starts.count == 3)
            #expect(starts[0] == 0)
            #expect(starts[1] > 9_000_000 - (8 << 20) && starts[1] <= 9_000_000)
            #expect(starts[2] >= starts[1])
        }
    }

    @Test func everyTryGainsTheBlocksThatItFetched() async throws {
        // Fewer in the second try than in the first.
        try await with(faults: [.cut(after: 9_000_000), .cut(after: 5_000_000)]) { rig in
            for _ in 0..<2 { await #expect(throws: TransferError.self) { try await rig.run() } }
            try await rig.run()
            #expect(try rig.pack.isStaged(in: rig.folder.path("spool")))
            let starts = rig.archiveRequests.map { range in
                range.flatMap { Int($0.dropFirst("bytes=".count).dropLast()) } ?? 0
            }
            #expect(starts.count == 3 && starts[1] >= 2 << 22 && starts[2] - starts[1] >= 1 << 22, "\(starts)")
        }
    }

    @Test func afterALossOfPowerStagedFilesAreVerifiedAndCutBackToTheLastGoodOne() async throws {
        try await with(faults: [.cut(after: 13_000_000)]) { rig in
            await #expect(throws: TransferError.self) { try await rig.run() }
            // Another boot: the page cache is gone, and with it the end of the large file.
            let journal = rig.folder.path("spool/journal")
            let text = try Data(contentsOf: URL(fileURLWithPath: journal))
            let bootID = BootIdentifier.current
            try rewriteJournal(text, bootID: bootID, to: journal)
            let large = rig.folder.path("spool/content/Contents/Pack/b/large.bin")
            let handle = try FileHandle(forUpdating: URL(fileURLWithPath: large))
            try handle.seek(toOffset: 4_000_000)
            try handle.write(contentsOf: [UInt8](repeating: 0, count: 1_000_000))
            try handle.close()
            try await rig.run()
            #expect(try rig.pack.isStaged(in: rig.folder.path("spool")))
            // The first file was whole: the transfer did not begin at the beginning.
            #expect(rig.archiveRequests.count == 2)
        }
    }

    /// Writes both slots anew with a boot ID of another boot.
    private func rewriteJournal(_ data: Data, bootID: String, to path: String) throws {
        let other = String(repeating: "0", count: bootID.count)
        let slotSize = 256 << 10
        var result = Data(count: data.count)
        for slot in [0, slotSize] where slot + 16 < data.count {
            let length = data[slot..<(slot + 8)].enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
            guard length > 0, slot + 16 + length <= data.count else { continue }
            let text = String(decoding: data[(slot + 16)..<(slot + 16 + length)], as: UTF8.self)
            let body = Data(text.replacing(bootID, with: other).utf8)
            let checksum = body.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            for index in 0..<8 {
                result[slot + index] = UInt8(truncatingIfNeeded: body.count >> (8 * index))
                result[slot + 8 + index] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt64(index)))
            }
            result.replaceSubrange((slot + 16)..<(slot + 16 + body.count), with: body)
        }
        try result.write(to: URL(fileURLWithPath: path))
    }

    @Test func aServerThatIgnoresTheRangeIsBorne() async throws {
        try await with(faults: [.cut(after: 9_000_000), .ignoringRange]) { rig in
            await #expect(throws: TransferError.self) { try await rig.run() }
            try await rig.run()
            #expect(try rig.pack.isStaged(in: rig.folder.path("spool")))
        }
    }

    @Test(arguments: ["bytes 0-9/10", "bytes 5000000-9999999/99999999", "bytes 9000000-", "nonsense", ""])
    func aServerThatLiesAboutTheRangeIsRefused(_ range: String) async throws {
        try await with(faults: [.cut(after: 9_000_000), .contentRange(range)]) { rig in
            await #expect(throws: TransferError.self) { try await rig.run() }
            let error = await #expect(throws: TransferError.self) { try await rig.run() }
            #expect(
                error?.description.contains("(Content-Range: \(range), where ") == true, "\(error?.description ?? "")")
            #expect(error?.remedy == .startOver)
            try await rig.run()
            #expect(try rig.pack.isStaged(in: rig.folder.path("spool")))
        }
    }

    @Test func aBlocksFileThatTricklesIsAStall() async throws {
        try await with { rig in
            rig.server.serve("/Pack.blocks", rig.pack.blocks, finally: .trickle(every: .milliseconds(10)))
            let error = await #expect(throws: TransferError.self) { try await rig.run(stallTimeout: 1) }
            #expect(error == .stalled(url: rig.server.url("/Pack.blocks")))
        }
    }

    @Test func aBlocksFileThatLiesIsNotKept() async throws {
        try await with { rig in
            rig.server.serve("/Pack.blocks", rig.pack.blocks, finally: .corrupt(at: 100))
            let error = await #expect(throws: TransferError.self) { try await rig.run() }
            #expect("\(try #require(error))".contains("the blocks file"))
            rig.server.serve("/Pack.blocks", rig.pack.blocks)
            try await rig.run()
            #expect(try rig.pack.isStaged(in: rig.folder.path("spool")))
        }
    }

    @Test func aTrickleIsAStall() async throws {
        try await with(faults: [.trickle(every: .milliseconds(20))]) { rig in
            let error = await #expect(throws: TransferError.self) { try await rig.run(stallTimeout: 1) }
            #expect(error?.description.contains("too little for too long") == true, "\(error?.description ?? "")")
        }
    }

    @Test func aChangedTagMakesTheServerSendAllAndNothingIsMixed() async throws {
        try await with(faults: [.cut(after: 9_000_000)]) { rig in
            await #expect(throws: TransferError.self) { try await rig.run() }
            rig.server.serve("/Pack.aar", rig.pack.archive, entityTag: "\"other\"")
            try await rig.run()
            #expect(try rig.pack.isStaged(in: rig.folder.path("spool")))
        }
    }

    @Test func otherBytesAreRefusedByTheDigestOfTheirBlock() async throws {
        try await with(faults: [.corrupt(at: 10_000_000)]) { rig in
            let error = await #expect(throws: TransferError.self) { try await rig.run() }
            #expect(error?.description.contains("block 2 from") == true, "\(error?.description ?? "")")
            #expect(error?.remedy == .startOver)
            try await rig.run()
            #expect(try rig.pack.isStaged(in: rig.folder.path("spool")))
        }
    }

    @Test func withoutBlocksTheArchivesOwnDigestDecides() async throws {
        try await with(faults: [.corrupt(at: 10_000_000)]) { rig in
            let error = await #expect(throws: TransferError.self) { try await rig.run(withoutBlocks(rig.pack.entry)) }
            #expect(error?.description.contains("the archive from") == true, "\(error?.description ?? "")")
        }
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let fault: Fault
        let cause: String
        var remedy: TransferError.Remedy?
    }

    static let refusals: [Refusal] = [
        .init(testDescription: "404", fault: .status(404), cause: "status 404", remedy: .giveUp),
        .init(testDescription: "410", fault: .status(410), cause: "status 410", remedy: .giveUp),
        .init(
            testDescription: "503 with Retry-After", fault: .status(503, headers: [("Retry-After", "7")]),
            cause: "status 503, to be asked again in 7 s", remedy: .retry(after: 7)),
        .init(
            testDescription: "redirect to http", fault: .redirect(to: "http://127.0.0.1/x"),
            cause: "only https is allowed",
            remedy: .giveUp),
        .init(
            testDescription: "redirect to a file", fault: .redirect(to: "file:///etc/passwd"),
            cause: "redirected in vain"),
        .init(testDescription: "redirect loop", fault: .redirect(to: "/Pack.aar"), cause: "more than 10 redirects"),
        .init(testDescription: "HTML", fault: .body("<html>Please log in</html>"), cause: "ended after 26 of"),
        .init(testDescription: "no answer", fault: .closing, cause: "no connection", remedy: .retry(after: nil)),
        .init(testDescription: "endless body", fault: .endless, cause: "sent more than"),
    ]

    @Test(arguments: refusals)
    func aBadAnswerIsNamed(_ refusal: Refusal) async throws {
        try await with(finally: refusal.fault) { rig in
            let error = await #expect(throws: TransferError.self) { try await rig.run() }
            #expect(error?.description.contains(refusal.cause) == true, "\(error?.description ?? "")")
            if let remedy = refusal.remedy { #expect(error?.remedy == remedy) }
        }
    }

    @Test func aStalledTransferIsEndedAndGoesOn() async throws {
        try await with(faults: [.stall(after: 9_000_000)]) { rig in
            let error = await #expect(throws: TransferError.self) { try await rig.run(stallTimeout: 1) }
            #expect(error?.description.contains("too little for too long") == true, "\(error?.description ?? "")")
            try await rig.run()
            #expect(try rig.pack.isStaged(in: rig.folder.path("spool")))
        }
    }

    @Test func anUntrustedAuthorityIsNamedWithItsCure() async throws {
        try await with { rig in
            let error = await #expect(throws: TransferError.self) { try await rig.run(trusted: false) }
            #expect(error?.description.contains("is not trusted") == true, "\(error?.description ?? "")")
            #expect(error?.description.contains("ba trust") == true)
            #expect(error?.remedy == .giveUp)
        }
    }

    @Test(arguments: [FaultServer.Certificate.expired, .wrongHost])
    func aBadCertificateIsNotTrusted(_ certificate: FaultServer.Certificate) async throws {
        try await with(certificate: certificate) { rig in
            let error = await #expect(throws: TransferError.self) { try await rig.run() }
            #expect(error?.description.contains("is not trusted") == true, "\(error?.description ?? "")")
        }
    }

    @Test func anotherPackInsideIsRefused() async throws {
        try await with { rig in
            var entry = rig.pack.entry
            entry.id = "Other"
            let error = await #expect(throws: TransferError.self) { try await rig.run(entry) }
            #expect(error?.description.contains("holds the pack Pack, and Other was asked for") == true)
        }
    }

    @Test func aSizeThatLiesIsNamed() async throws {
        try await with { rig in
            var entry = rig.pack.entry
            entry.installedSize = 1_000_000
            let error = await #expect(throws: TransferError.self) { try await rig.run(entry) }
            #expect(error?.description.contains("more than the 1000000 bytes") == true, "\(error?.description ?? "")")
            entry = rig.pack.entry
            entry.downloadSize += 1
            let other = await #expect(throws: TransferError.self) { try await rig.run(entry) }
            #expect(other?.description.contains("it is for an archive of") == true, "\(other?.description ?? "")")
        }
    }

    @Test func aDamagedBlocksFileIsNamed() async throws {
        try await with { rig in
            var blocks = rig.pack.blocks
            blocks[100] ^= 1
            rig.server.serve("/Pack.blocks", blocks)
            let error = await #expect(throws: TransferError.self) { try await rig.run() }
            #expect(error?.description.contains("the blocks file from") == true, "\(error?.description ?? "")")
        }
    }
}
