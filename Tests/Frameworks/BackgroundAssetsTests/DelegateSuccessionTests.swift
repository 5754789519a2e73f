// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import IPCTestSupport
import ServiceInterface
import Testing

@testable import BackgroundAssets

@Suite("Delegates that come and go", .timeLimit(.minutes(1))) struct DelegateSuccessionTests {
    private final class Delegate: NSObject, BADownloadManagerDelegate, Sendable {
        let begun: AsyncStream<String>
        private let began: AsyncStream<String>.Continuation

        override init() {
            (begun, began) = AsyncStream.makeStream()
            super.init()
        }

        func downloadDidBegin(_ download: BADownload) { began.yield(download.identifier) }
    }

    private static func event(_ id: Int64, _ kind: FileEvent.Kind) -> FileEvent {
        FileEvent(
            id: id, kind: kind, bundleID: FakeService.bundleID,
            file: FileDownload(
                id: "1", identifier: "file",
                request: FileRequest(url: "https://example.org/file", method: "GET", headers: [], body: Data()),
                fileSize: 1, groupID: FakeService.groupID, essential: false, priority: 0))
    }

    @Test("One that is set while an end is declined, for the one before was released, is told what comes after it")
    func succession() async throws {
        let service = try FakeService()
        let manager = BADownloadManager(identity: AppIdentity(environment: service.environment))
        let second = Delegate()
        let (followers, followed) = AsyncStream<ScriptedConnection>.makeStream()
        let (conclusions, concluded) = AsyncStream<Void>.makeStream()
        service.change { state in
            state.overrides[FilesInterface.Follow.method] = { _, connection in
                connection.reply(
                    FileEvent(id: 0, kind: .subscribed, bundleID: FakeService.bundleID, file: nil), continues: true)
                followed.yield(connection)
            }
            state.overrides[FilesInterface.Conclude.method] = { _, connection in
                manager.delegate = second
                concluded.yield()
                connection.reply(EmptyReply())
            }
            state.overrides[FilesInterface.List.method] = { _, connection in
                connection.reply(FilesInterface.List.Reply(files: []))
            }
        }
        var follower = followers.makeAsyncIterator()
        do {
            let first = Delegate()
            manager.delegate = first
        }
        #expect(manager.delegate == nil, "nobody holds the first one any more")
        let connection = try #require(await follower.next())
        connection.reply(Self.event(1, .failed), continues: true)
        for await _ in conclusions { break }
        // What this tells comes on the queue of the callbacks, after all that belongs to the end.
        await withCheckedContinuation { continuation in
            manager.fetchCurrentDownloads { _, _ in continuation.resume() }
        }
        connection.reply(Self.event(2, .began), continues: true)
        var begun = second.begun.makeAsyncIterator()
        #expect(await begun.next() == "file")
    }
}
