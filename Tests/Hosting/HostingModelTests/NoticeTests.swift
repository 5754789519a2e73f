// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

struct NoticeTests {
    private func notice(_ event: Notice.Event) -> Notice {
        Notice(
            event, appName: "Game", bundleID: "com.example.game", about: .packVersion(identifier: "Tutorial", number: 3)
        )
    }

    @Test("C12: builds are told of as versions of packs are") func builds() {
        func notice(_ event: Notice.Event, _ name: String = "1.0 (7)") -> Notice {
            Notice(event, appName: "Game", bundleID: "com.example.game", about: .build(name: name))
        }
        #expect(notice(.readyForInternalTesting).subject == "Game: 1.0 (7) is ready for internal testing")
        #expect(notice(.readyForDistribution).body.hasPrefix("The build 1.0 (7) was approved. Everybody who has Game"))
        #expect(notice(.rejected(.appStore)).body.hasSuffix("is uploaded, and submitted, as another build."))
        let failed = notice(
            .failed(problems: [Problem(code: "BUNDLE_INVALID", description: "It has no app.")]), "Game.tar")
        #expect(failed.subject == "Game: Game.tar could not be processed")
        #expect(failed.body.hasSuffix("It stays failed: what is put right is uploaded as another build."))
    }

    @Test("C12: reviewers are told what waits for them, and where") func reviews() {
        func notice(_ items: [String]) -> ReviewNotice {
            ReviewNotice(
                appName: "Game", bundleID: "com.example.game", context: .appStore, items: items, submissionID: "r1")
        }
        #expect(notice(["Tutorial 3"]).subject == "Game: Tutorial 3 waits for review for distribution")
        let all = notice(["the app 1.0", "Tutorial 3", "Music 1"])
        #expect(all.subject == "Game: the app 1.0 and 2 more wait for review for distribution")
        #expect(all.body.contains("\n- the app 1.0\n- Tutorial 3\n- Music 1\n") && all.body.contains("(r1)"))
    }

    @Test("C12: each event has its words") func words() {
        #expect(notice(.readyForInternalTesting).subject == "Game: Tutorial 3 is ready for internal testing")
        #expect(notice(.readyForExternalTesting).subject == "Game: Tutorial 3 is ready for external testing")
        #expect(notice(.readyForDistribution).subject == "Game: Tutorial 3 is ready for distribution")
        #expect(notice(.rejected(.appStore)).subject == "Game: Tutorial 3 was rejected for distribution")
        #expect(notice(.rejected(.externalBeta)).body.contains("com.example.game"))
        #expect(
            notice(.rejected(.appStore, message: "No harbour.")).body.contains(":\n\nNo harbour.\n\nWhat was active"))
        let failed = notice(.failed(problems: [Problem(code: "MANIFEST_MISSING", description: "It has no manifest.")]))
        #expect(failed.subject == "Game: Tutorial 3 could not be processed")
        #expect(failed.body.contains("- It has no manifest. (MANIFEST_MISSING)\n"))
        let quota = notice(.quotaNearlyUsed(used: 165_250_000_000, limit: 200_000_000_000))
        #expect(quota.subject == "Game has used 82 % of its room for asset packs")
        #expect(quota.body.contains("165.2 GB of 200.0 GB"))
        #expect(notice(.quotaNearlyUsed(used: 1, limit: 0)).subject.contains("100 %"))
    }

    @Test("C12: members are told of the ends that they wait for, and of no step on the way") func triggers() {
        func event(_ context: ReleaseContext, from old: String?, to new: String) -> Notice.Event? {
            NoticeTrigger.event(for: ReleaseChange(context: context, version: 1, oldState: old, newState: new))
        }
        #expect(event(.internalBeta, from: nil, to: "READY_FOR_TESTING") == .readyForInternalTesting)
        #expect(event(.internalBeta, from: "READY_FOR_TESTING", to: "SUPERSEDED") == nil)
        #expect(event(.externalBeta, from: nil, to: "READY_FOR_BETA_SUBMISSION") == nil)
        #expect(event(.externalBeta, from: "IN_BETA_REVIEW", to: "REJECTED") == .rejected(.externalBeta))
        #expect(
            event(.externalBeta, from: "PROCESSING_FOR_TESTING", to: "READY_FOR_TESTING") == .readyForExternalTesting)
        #expect(event(.appStore, from: "IN_REVIEW", to: "REJECTED") == .rejected(.appStore))
        #expect(event(.appStore, from: "WAITING_FOR_REVIEW", to: "IN_REVIEW") == nil)
        #expect(
            event(.appStore, from: "PROCESSING_FOR_DISTRIBUTION", to: "READY_FOR_DISTRIBUTION") == .readyForDistribution
        )
        #expect(NoticeTrigger.event(from: .processing, to: .failed, problems: []) == .failed(problems: []))
        #expect(NoticeTrigger.event(from: .processing, to: .complete, problems: []) == nil)
    }
}
