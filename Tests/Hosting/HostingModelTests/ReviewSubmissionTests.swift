// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@Suite struct ReviewSubmissionTests {
    private func pack(_ name: String, version: Int = 1) -> ReviewSubject {
        .packVersion(id: "\(name)-\(version)", packID: name)
    }

    private func submission(_ names: [String]) throws -> ReviewSubmission {
        var submission = ReviewSubmission()
        for name in names { _ = try submission.add(pack(name), id: "item-" + name) }
        return submission
    }

    @Test("C15: packs are submitted together, and each has its verdict") func approval() throws {
        var submission = try submission(["A", "B"])
        #expect(
            try submission.submit() == [
                ReviewConsequence(pack("A"), .submit), ReviewConsequence(pack("B"), .submit),
            ])
        #expect(submission.state == .waitingForReview)
        #expect(try submission.beginReview().map(\.event) == [.beginReview, .beginReview])
        #expect(try submission.decide("item-A", accepts: true) == [ReviewConsequence(pack("A"), .accept)])
        #expect(submission.state == .inReview)
        #expect(
            try submission.decide("item-B", accepts: true) == [
                ReviewConsequence(pack("B"), .accept), ReviewConsequence(pack("A"), .approve),
                ReviewConsequence(pack("B"), .approve),
            ])
        #expect(submission.state == .completing && submission.items.map(\.state) == [.approved, .approved])
        try submission.finish()
        #expect(submission.state == .complete && !submission.state.isOpen)
    }

    @Test("C15: what is rejected is mended, and submitted again") func resolution() throws {
        var submission = try submission(["A", "B"])
        _ = try submission.submit()
        _ = try submission.beginReview()
        _ = try submission.decide("item-A", accepts: true)
        #expect(try submission.decide("item-B", accepts: false) == [ReviewConsequence(pack("B"), .reject)])
        #expect(submission.state == .unresolvedIssues && submission.items.map(\.state) == [.accepted, .rejected])
        #expect(throws: ReviewError.unresolved(itemID: "item-B")) { try submission.submit() }
        #expect(try submission.resolve("item-B") == [ReviewConsequence(pack("B"), .add)])
        // What was accepted is not looked at once more.
        #expect(try submission.submit() == [ReviewConsequence(pack("B"), .submit)])
        #expect(try submission.beginReview() == [ReviewConsequence(pack("B"), .beginReview)])
        #expect(try submission.decide("item-B", accepts: true).map(\.event) == [.accept, .approve, .approve])
    }

    @Test func whatIsRejectedIsTakenOutAndTheRestIsApproved() throws {
        var submission = try submission(["A", "B"])
        _ = try submission.submit()
        _ = try submission.beginReview()
        _ = try submission.decide("item-A", accepts: true)
        _ = try submission.decide("item-B", accepts: false)
        #expect(
            try submission.remove("item-B") == [
                ReviewConsequence(pack("B"), .withdraw), ReviewConsequence(pack("A"), .approve),
            ])
        #expect(submission.state == .completing && submission.items.map(\.state) == [.approved, .removed])
    }

    @Test func whatWaitsIsTakenOut() throws {
        var submission = try submission(["A", "B"])
        _ = try submission.submit()
        #expect(try submission.remove("item-A") == [ReviewConsequence(pack("A"), .withdraw)])
        #expect(submission.state == .waitingForReview)
        // Nothing is left: it ends, with its item removed, as App Store Connect shows it.
        _ = try submission.remove("item-B")
        try submission.finish()
        #expect(submission.state == .complete && submission.items.map(\.state) == [.removed, .removed])
    }

    @Test func aDraftForgetsWhatIsTakenOut() throws {
        var submission = try submission(["A"])
        #expect(try submission.remove("item-A") == [ReviewConsequence(pack("A"), .withdraw)])
        #expect(submission.items.isEmpty && submission.state == .readyForReview)
        #expect(throws: ReviewError.empty) { try submission.submit() }
        #expect(throws: ReviewError.itemNotFound("item-A")) { try submission.remove("item-A") }
    }

    @Test(arguments: [ReviewSubmissionState.waitingForReview, .inReview, .unresolvedIssues])
    func itIsCalledOff(_ state: ReviewSubmissionState) throws {
        var submission = try submission(["A", "B"])
        _ = try submission.submit()
        if state != .waitingForReview { _ = try submission.beginReview() }
        if state == .unresolvedIssues {
            _ = try submission.decide("item-A", accepts: false)
            _ = try submission.decide("item-B", accepts: true)
        }
        #expect(submission.state == state)
        #expect(try submission.cancel().map(\.event) == [.withdraw, .withdraw])
        #expect(submission.state == .canceling && submission.items.allSatisfy { $0.state == .removed })
        try submission.finish()
        #expect(submission.state == .complete)
        #expect(throws: ReviewError.self) { try submission.cancel() }
        // It has ended, which is another thing than to have nothing in it.
        let error = #expect(throws: ReviewError.self) { try submission.submit() }
        #expect(error.map { "\($0)" }?.contains("COMPLETE") == true)
    }

    @Test func aDraftIsNotCalledOff() throws {
        var submission = try submission(["A"])
        #expect(throws: ReviewError.self) { try submission.cancel() }
        #expect(submission.items.map(\.state) == [.readyForReview])
    }

    @Test("C15: ten packs, and of each one version") func limits() throws {
        var submission = try submission((1...10).map { "P\($0)" })
        #expect(throws: ReviewError.tooManyPacks(limit: 10)) { try submission.add(pack("P11"), id: "x") }
        #expect(throws: ReviewError.duplicate(pack("P1"))) { try submission.add(pack("P1"), id: "x") }
        #expect(throws: ReviewError.otherVersionOfPack(packID: "P1")) {
            try submission.add(pack("P1", version: 2), id: "x")
        }
        // The app itself is no pack.
        _ = try submission.add(.appVersion(id: "1.0"), id: "app")
        _ = try submission.submit()
        #expect(throws: ReviewError.submitted(.waitingForReview)) { try submission.add(pack("P12"), id: "x") }
    }

    @Test func nobodyDecidesBeforeTheReviewOrTwice() throws {
        var submission = try submission(["A", "B"])
        #expect(throws: ReviewError.self) { try submission.decide("item-A", accepts: true) }
        _ = try submission.submit()
        #expect(throws: ReviewError.self) { try submission.decide("item-A", accepts: true) }
        _ = try submission.beginReview()
        _ = try submission.decide("item-A", accepts: true)
        #expect(throws: ReviewError.self) { try submission.decide("item-A", accepts: false) }
        #expect(throws: ReviewError.self) { try submission.resolve("item-A") }
        #expect(throws: ReviewError.itemNotFound("none")) { try submission.decide("none", accepts: true) }
    }
}
