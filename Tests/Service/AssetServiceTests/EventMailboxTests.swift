// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import ServiceInterface
import Testing

@testable import AssetService

@Suite struct EventMailboxTests {
    private func event(_ id: Int64, _ kind: PackEvent.Kind, pack: String = "a", bytes: Int64 = 0) -> PackEvent {
        PackEvent(
            id: id, kind: kind, bundleID: "app",
            pack: DownloadManifestEntry(
                id: pack, url: "https://h/\(pack)", version: 1, downloadSize: 100, downloadPolicy: .onDemand),
            completedBytes: bytes)
    }

    @Test func progressIsCoalescedAndCompletionsAreKept() async {
        let mailbox = EventMailbox<PackEvent>()
        mailbox.post(event(1, .began))
        for index in 0..<1000 { mailbox.post(event(Int64(2 + index), .downloading, bytes: Int64(index))) }
        mailbox.post(event(2000, .downloading, pack: "b", bytes: 7))
        mailbox.post(event(2001, .finished))
        var received: [PackEvent] = []
        for _ in 0..<4 { if let event = await mailbox.next() { received.append(event) } }
        #expect(received.map(\.kind) == [.began, .downloading, .downloading, .finished])
        #expect(received.map(\.completedBytes) == [0, 999, 7, 0])
    }

    @Test func aWaitingReaderGetsAnEventAtOnceAndCancellationEndsIt() async {
        let mailbox = EventMailbox<PackEvent>()
        let reader = Task { await mailbox.next() }
        mailbox.post(event(1, .finished))
        #expect(await reader.value?.id == 1)
        let cancelled = Task { await mailbox.next() }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
    }

    @Test func whatIsNoCompletionGoesFirstWhenTooMuchWaits() async {
        let mailbox = EventMailbox<PackEvent>()
        let count = Int64(EventMailbox<PackEvent>.limit)
        for index in 0..<count { mailbox.post(event(index + 1, .began, pack: "a\(index)")) }
        for index in 0..<3 { mailbox.post(event(count + 1 + Int64(index), .finished)) }
        #expect(await mailbox.next()?.id == 4)
        var last: PackEvent?
        for _ in 1..<count { last = await mailbox.next() }
        #expect(last?.id == count + 3)
    }

    @Test func aMailboxMayHaveRoomForMore() async {
        let mailbox = EventMailbox<PackEvent>(limit: 2 * EventMailbox<PackEvent>.limit)
        let count = Int64(2 * EventMailbox<PackEvent>.limit)
        for index in 0..<count { mailbox.post(event(index + 1, .finished, pack: "a\(index)")) }
        var last: PackEvent?
        for _ in 0..<count { last = await mailbox.next() }
        #expect(last?.id == count)
    }

    @Test func aClientThatLetsCompletionsPileUpIsCutOff() async {
        let mailbox = EventMailbox<PackEvent>()
        let count = Int64(EventMailbox<PackEvent>.limit)
        for index in 0..<(count + 10) { mailbox.post(event(index + 1, .finished, pack: "a\(index)")) }
        var received: [Int64] = []
        while let event = await mailbox.next() { received.append(event.id) }
        // None of those before the cut is missing.
        #expect(received == Array(1...(count + 1)))
    }
}
