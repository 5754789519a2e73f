// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing

@testable import AssetService

/// Which processes of an app are told what a person has done with a notification.
@Suite struct HeldResponseTests {
    private func makeResponse() -> HeldResponse {
        let request = NotificationRequest(identifier: "photo", content: NotificationContent(title: "Photo"))
        return HeldResponse(
            bundleID: "app",
            response: NotificationResponse(request: request, deliveredAt: 1, action: "later", text: nil))
    }

    @Test("A process that comes back is told again, another one is not, when a delegate in front has heard of it")
    func heard() {
        var held = makeResponse()
        #expect(held.isToBeTold(to: 1) && held.follower == nil)
        held.tell(1, 10, at: 100)
        #expect(held.follower == 10)
        held.noteBeginning(in: 1, isInFront: true)
        held.leave(at: 100)
        #expect(held.follower == nil && held.isToBeTold(to: 1) && !held.isToBeTold(to: 2))
    }

    @Test("Another one is told when there was no delegate to hear of it, however long the first one was there")
    func unheard() {
        var held = makeResponse()
        let isBrought = held.bring()
        #expect(isBrought)
        held.tell(1, 10, at: 100)
        // Another process says nothing of it.
        held.noteBeginning(in: 7, isInFront: true)
        held.leave(at: 4_000)
        #expect(held.isToBeTold(to: 2))
        // A person has closed it: it does not come up again by itself.
        #expect(!held.isToBeBroughtAgain)
    }

    @Test("One that has ended where nobody sees it before it was done is brought again, and another one is told")
    func behind() {
        var held = makeResponse()
        let isBrought = held.bring()
        #expect(isBrought)
        held.tell(1, 10, at: 100)
        held.noteBeginning(in: 1, isInFront: false)
        held.leave(at: 110)
        #expect(held.isToBeBroughtAgain && held.isToBeTold(to: 2))
        let isBroughtAgain = held.bring()
        #expect(isBroughtAgain)
        held.tell(2, 11, at: 120)
        held.noteBeginning(in: 2, isInFront: true)
        held.leave(at: 121)
        #expect(!held.isToBeBroughtAgain && !held.isToBeTold(to: 3))
    }

    @Test("What a delegate has heard of under a service of before is known when it says so") func knownBefore() {
        var held = makeResponse()
        held.noteBeginning(in: 1, isInFront: true)
        #expect(held.isToBeTold(to: 1) && !held.isToBeTold(to: 2))
    }

    @Test("One that was told when it was just ending is brought again, once; three are told at most") func cutOff() {
        var held = makeResponse()
        let isBrought = held.bring()
        #expect(isBrought)
        held.tell(1, 10, at: 100)
        #expect(!held.isToBeBroughtAgain)
        held.leave(at: 101)
        #expect(held.isToBeBroughtAgain && held.isToBeTold(to: 2))
        let isBroughtAgain = held.bring()
        #expect(isBroughtAgain)
        held.tell(2, 11, at: 102)
        held.leave(at: 102)
        let isBroughtOnceMore = held.bring()
        #expect(!isBroughtOnceMore && held.isToBeTold(to: 3))
        held.tell(3, 12, at: 500)
        held.leave(at: 501)
        #expect(!held.isToBeTold(to: 4))
    }

    @Test("An app that a person closes, or quits, is not brought to what it was told") func closed() {
        var (closed, quit) = (makeResponse(), makeResponse())
        _ = (closed.bring(), quit.bring())
        closed.tell(1, 10, at: 100)
        closed.noteBeginning(in: 1, isInFront: true)
        closed.leave(at: 101)
        #expect(!closed.isToBeBroughtAgain)
        quit.tell(1, 10, at: 100)
        quit.noteQuitting()
        quit.leave(at: 100)
        let isBrought = quit.bring()
        #expect(!isBrought && quit.isToBeTold(to: 2))
    }
}
