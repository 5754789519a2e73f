// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing

@testable import AssetService

@Suite("Who is told of the ends of downloads") struct EndingLineTests {
    private func event(_ id: Int64) -> FileEvent { FileEvent(id: id, kind: .finished, bundleID: "a", file: nil) }

    private func line(_ ids: Int64...) -> EndingLine {
        var line = EndingLine()
        for id in ids { line.add(event(id)) }
        return line
    }

    @Test("An end is told to all who follow, and one that takes it is enough") func oneIsEnough() {
        var line = line(1)
        #expect(line.offer(to: [7, 8], now: 0) == [event(1)])
        #expect(line.offer(to: [7, 8], now: 0) == [])
        #expect(line.conclude(1, by: 7, isTaken: true) == nil)
        #expect(line.conclude(1, by: 8, isTaken: false) == event(1))
        #expect(line.isEmpty)
    }

    @Test("Who was not asked has no say, and nobody has two") func strangers() {
        var line = line(1)
        _ = line.offer(to: [7, 8], now: 0)
        #expect(line.conclude(1, by: 9, isTaken: true) == nil)
        #expect(line.conclude(2, by: 7, isTaken: true) == nil)
        #expect(line.conclude(1, by: 7, isTaken: false) == nil)
        #expect(line.conclude(1, by: 7, isTaken: true) == nil)
        #expect(line.conclude(1, by: 8, isTaken: false) == nil)
        #expect(line.hasDeclined)
    }

    @Test("What nobody who follows takes is the extension's") func theExtension() {
        var line = line(1, 2)
        #expect(line.takeForExtension() == nil)
        #expect(line.offer(to: [], now: 0) == [])
        #expect(line.takeForExtension() == event(1))
        // One at a time.
        #expect(!line.hasDeclined)
        #expect(line.takeForExtension() == nil)
        #expect(line.extensionConcluded(isTaken: true) == event(1))
        #expect(line.takeForExtension() == event(2))
        // It crashed: the end is there for whoever comes.
        #expect(line.extensionConcluded(isTaken: false) == nil)
        #expect(line.extensionConcluded(isTaken: true) == nil)
        line.renew()
        #expect(line.offer(to: [7], now: 0) == [event(2)])
    }

    @Test("What is left to the extension counts once, in whatever order it is left, and on when the line is empty")
    func counting() {
        var line = line(1, 2)
        _ = line.offer(to: [7], now: 0)
        _ = line.conclude(2, by: 7, isTaken: false)
        #expect(line.declineCount == 1)
        _ = line.conclude(1, by: 7, isTaken: false)
        #expect(line.declineCount == 2)
        // Nobody has taken them this time either.
        line.renew()
        _ = line.offer(to: [], now: 0)
        #expect(line.declineCount == 2)
        // Another version of its app is there.
        line.leaveAnew()
        _ = line.offer(to: [], now: 0)
        #expect(line.declineCount == 4)
        line = EndingLine(after: line)
        line.add(event(1))
        _ = line.offer(to: [], now: 0)
        #expect(line.declineCount == 5)
    }

    @Test("Essential files are on their way to their place while the extension has them, or is about to") func placing()
    {
        func file(_ essential: Bool) -> FileDownload {
            FileDownload(
                id: "i", identifier: "f", request: FileRequest(url: "https://localhost/f"), fileSize: 1, groupID: "g",
                essential: essential, priority: 0)
        }
        var line = EndingLine()
        line.add(FileEvent(id: 1, kind: .finished, bundleID: "a", file: file(false)))
        #expect(line.offer(to: [], now: 0) == [])
        #expect(!line.isPlacingEssentials)
        line.add(FileEvent(id: 2, kind: .finished, bundleID: "a", file: file(true)))
        // Kept back while the app is being installed.
        #expect(line.takeForExtension()?.id == 1)
        #expect(line.extensionConcluded(isTaken: true)?.id == 1)
        #expect(!line.isPlacingEssentials)
        #expect(line.offer(to: [], now: 0) == [])
        #expect(line.isPlacingEssentials)
        #expect(line.takeForExtension()?.id == 2)
        #expect(line.isPlacingEssentials)
        // One that fails at it is not waited for.
        #expect(line.extensionConcluded(isTaken: false) == nil)
        #expect(line.offer(to: [], now: 0) == [])
        #expect(!line.isPlacingEssentials)
    }

    @Test("What the extension fails at keeps nothing else from it, and comes again when all else is told")
    func failing() {
        var line = line(1, 2, 3)
        #expect(line.offer(to: [], now: 0) == [])
        #expect(line.takeForExtension()?.id == 1)
        #expect(line.extensionConcluded(isTaken: false) == nil)
        #expect(line.hasUntried)
        #expect(line.offer(to: [], now: 0) == [])
        #expect(line.takeForExtension()?.id == 2)
        // It was not told of this one at all.
        #expect(line.extensionConcluded(isTaken: false, hasFailed: false) == nil)
        #expect(line.offer(to: [], now: 0) == [])
        for id in [2, 3] as [Int64] {
            #expect(line.takeForExtension()?.id == id)
            #expect(line.extensionConcluded(isTaken: true)?.id == id)
        }
        #expect(!line.hasUntried)
        #expect(line.takeForExtension()?.id == 1)
        #expect(line.extensionConcluded(isTaken: false) == nil)
        line.add(event(4))
        #expect(line.hasUntried)
        #expect(line.offer(to: [], now: 0) == [])
        #expect(line.takeForExtension()?.id == 4)
    }

    @Test("Who leaves takes nothing that it has not said") func leaving() {
        var line = line(1, 2, 3)
        _ = line.offer(to: [7, 8], now: 0)
        #expect(line.conclude(2, by: 8, isTaken: true) == nil)
        #expect(line.conclude(1, by: 8, isTaken: false) == nil)
        #expect(line.left(7) == [event(2)])
        #expect(line.left(8) == [])
        #expect(line.takeForExtension() == event(1))
        #expect(line.extensionConcluded(isTaken: true) == event(1))
        #expect(line.takeForExtension() == event(3))
    }

    @Test("A6: who is silent for long has taken nothing, and is waited for as long as it lives") func silence() {
        var line = line(1, 2)
        _ = line.offer(to: [7], now: 10)
        #expect(line.nextDeadline == 10 + EndingLine.patience)
        #expect(line.expire(now: 9 + EndingLine.patience, absent: []) == [])
        #expect(line.expire(now: 10 + EndingLine.patience, absent: []) == [])
        #expect(line.nextDeadline == 10 + 2 * EndingLine.patience)
        #expect(!line.hasDeclined)
        #expect(line.conclude(1, by: 7, isTaken: true) == event(1))
        // It was killed before it came to the other one.
        #expect(line.left(7) == [])
        #expect(line.offer(to: [8], now: 200) == [])
        line.renew()
        #expect(line.offer(to: [8], now: 200) == [event(2)])
    }

    @Test("Who was silent because it was stopped has taken nothing") func absence() {
        var line = line(1, 2)
        _ = line.offer(to: [7, 8], now: 10)
        #expect(line.conclude(1, by: 8, isTaken: false) == nil)
        #expect(line.expire(now: 10 + EndingLine.patience, absent: [7]) == [])
        #expect(line.takeForExtension() == event(1))
        #expect(line.conclude(2, by: 8, isTaken: true) == event(2))
    }

    @Test("However many there are, a follower is told of so many at a time, in their order") func width() {
        var line = EndingLine()
        let count = Int64(EndingLine.width)
        for id in 1...count + 2 { line.add(event(id)) }
        #expect(line.offer(to: [7], now: 0).map(\.id) == Array(1...count))
        #expect(line.offer(to: [7], now: 0) == [])
        #expect(line.conclude(5, by: 7, isTaken: true) == event(5))
        #expect(line.offer(to: [7], now: 0) == [event(count + 1)])
    }

    @Test("What was declined is offered again in the order of time") func renewing() {
        var line = line(1, 2, 3)
        _ = line.offer(to: [7], now: 0)
        for id in [3, 1, 2] as [Int64] { #expect(line.conclude(id, by: 7, isTaken: false) == nil) }
        line.add(event(4))
        line.renew()
        #expect(line.offer(to: [8], now: 0).map(\.id) == [1, 2, 3, 4])
    }
}
