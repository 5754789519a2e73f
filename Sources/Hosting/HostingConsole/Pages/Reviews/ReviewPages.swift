// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// What is submitted, and what reviewers say of it.
enum ReviewPages {
    static let routes = [
        ConsoleRoute.get("reviews", .read, perform: list),
        ConsoleRoute.get("reviews/*", .read, perform: show),
        ConsoleRoute.post("reviews/*/submit", .submit) { call throws(ConsoleFailure) in
            try await change(call, .submit)
        },
        ConsoleRoute.post("reviews/*/cancel", .submit) { call throws(ConsoleFailure) in
            try await change(call, .cancel)
        },
        ConsoleRoute.post("reviews/*/items/*", .review, perform: decide),
        ConsoleRoute.post("reviews/*/items/*/change", .submit, perform: changeItem),
        ConsoleRoute.post("reviews/*/verdict", .review, perform: decideForBeta),
        ConsoleRoute.post("reviews/*/withdraw", .submit, perform: withdraw),
    ]

    private static func list(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let reading = ReviewListReading(appIDs: try call.member.appIDs)
        let place = PagePlace(call.query)
        return .page(
            try await call.store.asking { (store) throws(StorageError) in
                let others = try await reading.page(before: place, in: store)
                return ReviewsContent(
                    waiting: place == nil ? try await reading.waiting(in: store) : nil, others: others.rows,
                    next: others.next)
            })
    }

    private static func show(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        .page(try await ReviewReading(call: call).content(of: call.parameters[0]))
    }

    // MARK: Whoever submits

    private static func change(
        _ call: ConsoleCall, _ action: HostStore.ReviewAction
    ) async throws(ConsoleFailure) -> ConsoleAnswer {
        try await changing(call) { (store, member) throws(StorageError) in
            _ = try await store.change(reviewID: call.parameters[0], action, by: member.id)
        }
    }

    private static func changeItem(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let action: HostStore.ReviewItemAction = call.form["action"] == "resolve" ? .resolve : .remove
        try await ReviewReading(call: call).check(item: call.parameters[1], of: call.parameters[0])
        return try await changing(call) { (store, member) throws(StorageError) in
            _ = try await store.change(itemID: call.parameters[1], action, by: member.id)
        }
    }

    private static func withdraw(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let answer = try await changing(call) { (store, _) throws(StorageError) in
            _ = try await store.withdrawFromBeta(call.parameters[0])
        }
        // Nothing is left of it.
        if case .redirect = answer { return .redirect("/reviews") }
        return answer
    }

    // MARK: Reviewers

    private static func decide(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let accepts = call.form["verdict"] == "accept"
        try await ReviewReading(call: call).check(item: call.parameters[1], of: call.parameters[0])
        let message = call.form.text("message")
        if let fault = fault(of: message, accepts: accepts) { return try await refused(fault, call) }
        return try await changing(call) { (store, member) throws(StorageError) in
            _ = try await store.change(
                itemID: call.parameters[1], .decide(accepts: accepts), by: member.id, message: message)
        }
    }

    private static func decideForBeta(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let accepts = call.form["verdict"] == "accept"
        let message = call.form.text("message")
        if let fault = fault(of: message, accepts: accepts) { return try await refused(fault, call) }
        return try await changing(call) { (store, member) throws(StorageError) in
            _ = try await store.change(
                betaReviewID: call.parameters[0], accepts ? .approve : .reject, by: member.id, message: message)
        }
    }

    /// What is wrong with what a reviewer says.
    private static func fault(of message: String?, accepts: Bool) -> String? {
        guard let message else { return accepts ? nil : "Say why it is rejected: whoever submitted it reads that." }
        return ReviewMessage.fault(of: message)
    }

    private static func refused(_ problem: String, _ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        .refused(try await ReviewReading(call: call).content(of: call.parameters[0], problem: problem))
    }

    /// - Returns: the page of the submission, as it is then, or with what stands in the way.
    private static func changing(
        _ call: ConsoleCall, _ body: (HostStore, Member) async throws(StorageError) -> Void
    ) async throws(ConsoleFailure) -> ConsoleAnswer {
        let (id, member) = (call.parameters[0], try call.member)
        // Whether they may know of it.
        _ = try await ReviewReading(call: call).content(of: id)
        do throws(ConsoleFailure) {
            try await call.store.asking { (store) throws(StorageError) in try await body(store, member) }
        } catch {
            guard error.isConflict else { throw error }
            return .refused(try await ReviewReading(call: call).content(of: id, problem: error.reason))
        }
        return .redirect("/reviews/\(id)")
    }
}
