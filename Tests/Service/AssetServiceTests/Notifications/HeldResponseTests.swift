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

    @Test("A process that comes back is told again, another one is not, when there was time to hear of it")
    func heard() {
        var held = makeResponse()
        #expect(held.isToBeTold(to: 1) && held.follower == nil)
        held.tell(1, 10, at: 100)
        #expect(held.follower == 10)
        held.leave(at: 103)
        #expect(held.follower == nil && held.isToBeTold(to: 1) && !held.isToBeTold(to: 2))
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
        closed.leave(at: 110)
        #expect(!closed.isToBeBroughtAgain)
        quit.tell(1, 10, at: 100)
        quit.noteQuitting()
        quit.leave(at: 100)
        let isBrought = quit.bring()
        #expect(!isBrought && quit.isToBeTold(to: 2))
    }
}
