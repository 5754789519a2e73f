// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetPackModel
import AssetTestSupport
import Foundation
import Logging
import NIOPosix
import Testing

@testable import TransferEngine

/// Archives as other programs may write them, with no `blocks` file beside them.
@Suite(.timeLimit(.minutes(5)))
struct ForeignArchiveTests {
    @Test("Blocks of any size up to 64 MiB are taken", arguments: Compression.allCases, [1 << 20, 10 << 20])
    func blocksOfAnySize(_ compression: Compression, _ blockSize: Int) async throws {
        // Compresses a little, and is not the same in any two places.
        let content = (0..<(11 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }
        var archive: [UInt8] = []
        let writer = try ArchiveWriter(options: .init(compression: compression, blockSize: blockSize)) {
            archive.append(contentsOf: $0)
        }
        try await writer.addFile("Manifest.json", bytes: Array(#"{"assetPackID": "Pack"}"#.utf8))
        try await writer.addFile("Contents/large.bin", bytes: content)
        try await writer.finish()
        let bytes = archive
        try await TemporaryFolder.with { folder in
            try await FaultServer.with { server in
                server.serve("/Pack.aar", bytes)
                let transport = try HTTPTransport(
                    group: .singleton, trustedPEM: [server.authorityPEM], logger: Logger(label: "test"))
                let entry = DownloadManifestEntry(
                    id: "Pack", url: "Pack.aar", version: 1, downloadSize: Int64(bytes.count), downloadPolicy: .onDemand
                )
                let files = try await PackTransfer(transport: transport, logger: Logger(label: "test")).run(
                    PackTransfer.Request(
                        entry: entry, manifestURL: try HTTPAddress(server.url("/manifest")),
                        stagingPath: folder.path("spool"))
                ) { _ in }
                #expect(files.first { $0.path == "Contents/large.bin" }?.size == UInt64(content.count))
                let staged = try Data(contentsOf: URL(fileURLWithPath: folder.path("spool/content/Contents/large.bin")))
                #expect([UInt8](staged) == content)
            }
        }
    }
}
