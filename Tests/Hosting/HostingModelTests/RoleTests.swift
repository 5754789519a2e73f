// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@Suite struct RoleTests {
    @Test("C16: who may do what") func permissions() {
        let table: [Role: Set<Permission>] = [
            .accountHolder: Set(Permission.allCases),
            .admin: Set(Permission.allCases),
            .appManager: [.read, .upload, .submit, .archive, .release, .manageWebhooks, .manageApps],
            .developer: [.read, .upload, .submit, .archive],
            .reviewer: [.read, .review],
            .readOnly: [.read],
        ]
        for role in Role.allCases {
            #expect(Set(Permission.allCases.filter(role.allows)) == table[role], "\(role)")
        }
    }

    @Test func nobodyReviewsTheirOwnWhereFourEyesAreWanted() {
        #expect(!ReviewPolicy.fourEyes.allows(reviewer: "a", toDecideOnWhatWasSubmittedBy: "a"))
        #expect(ReviewPolicy.fourEyes.allows(reviewer: "b", toDecideOnWhatWasSubmittedBy: "a"))
        #expect(ReviewPolicy.oneReviewer.allows(reviewer: "a", toDecideOnWhatWasSubmittedBy: "a"))
        #expect(ReviewPolicy.allCases.filter(\.needsReviewer) == [.oneReviewer, .fourEyes])
    }
}
