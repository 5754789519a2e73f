// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import NIOHTTP1
internal import ToolSupport

/// A submission for everybody: put together, and handed in.
struct StoreSubmission: Sendable {
    private static let type = "reviewSubmissions"
    private static let itemType = "reviewSubmissionItems"

    private struct Item {
        let id: String
        /// nil for what is not known here.
        let subject: ReviewedSubject?
        let state: String?

        var isRejected: Bool { state == "REJECTED" }
    }

    let server: PackServer
    let app: AppRecord
    /// nil for a submission for Linux alone.
    let platform: String?
    /// One that somebody has named.
    let id: String?

    /// Where something can be handed in.
    private enum Place {
        /// It has been handed in.
        case done(APIResource)
        /// What has the ID is put together, or was rejected.
        case open(String)
    }

    /// How often it is begun anew when other commands do the same at the same time.
    private static let largestTryCount = 6

    /// Hands in what is to be reviewed, as one: in what is put together already, or was rejected, where that is the same.
    ///
    /// - Returns: the submission, which somebody else may have handed in meanwhile.
    func submit(_ subjects: [ReviewedSubject]) async throws(TransportError) -> APIResource {
        let wanted = Set(subjects)
        var tries = 0
        while true {
            tries += 1
            let id: String
            do throws(TransportError) {
                switch try await place(for: wanted) {
                case .done(let submission): return submission
                case .open(let found): id = found
                }
            } catch {
                // What others put together may be handed in a moment later.
                guard case .inTheWay = error, tries < Self.largestTryCount / 2 else { throw error }
                try await pause(after: tries)
                continue
            }
            var added: [String] = []
            do throws(TransportError) {
                let submission = try await handIn(subjects, in: id, &added)
                try await tellOfOthers(in: submission, than: wanted)
                return submission
            } catch {
                if error.isConflict {
                    // Of several commands at once one hands it in; the others find what they wanted, or go on.
                    if let submission = try await handedIn(id, with: wanted) {
                        try await tellOfOthers(in: submission, than: wanted)
                        return submission
                    }
                    // It is in nobody's way meanwhile.
                    try await takeOut(added)
                    if tries < Self.largestTryCount {
                        try await pause(after: tries)
                        continue
                    }
                } else {
                    Console.standard.note(
                        "the submission \(id) is not handed in; the same command goes on with it, and `ba-transport cancel \(id)` "
                            + "calls it off, or takes out what is in it")
                }
                throw error
            }
        }
    }

    /// Others who do the same at the same time wait for another while.
    private func pause(after tries: Int) async throws(TransportError) {
        do { try await Task.sleep(for: .milliseconds(.random(in: 50...250) * tries)) } catch {
            throw .notNow("it was called off")
        }
    }

    /// Says what else reviewers look at in the same submission: what somebody has put in at the same time.
    private func tellOfOthers(
        in submission: APIResource, than subjects: Set<ReviewedSubject>
    ) async throws(TransportError) {
        let others = try await items(of: submission.id).count { $0.subject.map { !subjects.contains($0) } ?? true }
        guard others > 0 else { return }
        Console.standard.note(
            "the submission \(submission.id) has \(Quantity.count(others, "other item")), too: nothing of it is released before all of it "
                + "is approved")
    }

    private func takeOut(_ items: [String]) async throws(TransportError) {
        for item in items {
            let request = "/v1/\(Self.itemType)/\(item)"
            // One that went with its submission is gone already.
            _ = try await server.connection.answer(.DELETE, request)
        }
    }

    /// Looks for the one that somebody has named.
    ///
    /// - Throws: when there is none of that ID.
    func checkNamed() async throws(TransportError) {
        guard let id else { return }
        guard IdentifierRule.allows(id) else { throw .notFound("\(id) is no ID of a submission") }
        let request = "/v1/\(Self.type)/\(id)"
        _ = try await server.connection.send(.GET, request).one(request)
    }

    /// - `added`: the items that this has put in.
    /// - Throws: `inTheWay` when somebody else has put something in meanwhile.
    private func handIn(
        _ subjects: [ReviewedSubject], in id: String, _ added: inout [String]
    ) async throws(TransportError) -> APIResource {
        let items = try await items(of: id)
        for subject in subjects {
            if let item = items.first(where: { $0.subject == subject }) {
                if item.isRejected { try await resolve(item) }
            } else {
                added.append(try await add(subject, to: id))
            }
        }
        let isDraft = items.allSatisfy { item in item.subject.map(subjects.contains) ?? false }
        if self.id == nil, isDraft { try await checkAlone(subjects, in: id) }
        let request = "/v1/\(Self.type)/\(id)"
        return try await server.connection.send(
            .PATCH, request, body: APIBody(Self.type, id: id, attributes: ["submitted": .bool(true)])
        ).one("PATCH \(request)")
    }

    /// - Throws: `inTheWay` for a submission that has something else in it, which would be handed in, too.
    private func checkAlone(_ subjects: [ReviewedSubject], in id: String) async throws(TransportError) {
        for item in try await items(of: id) where item.subject.map({ !subjects.contains($0) }) ?? true {
            throw .inTheWay(
                "the app has a submission with something else in it, which would be handed in, too: look at it, and name it "
                    + "with --submission \(id), or take out what is in it (`ba-transport cancel \(id)`)"
            )
        }
    }

    /// A submission that has all of this, when reviewers have it, or are done with it.
    private func handedIn(
        _ id: String, with subjects: Set<ReviewedSubject>
    ) async throws(TransportError) -> APIResource? {
        let request = "/v1/\(Self.type)/\(id)"
        let submission = try await server.connection.send(.GET, request).one(request)
        guard ["WAITING_FOR_REVIEW", "IN_REVIEW", "COMPLETING", "COMPLETE"].contains(submission.string("state"))
        else { return nil }
        return try await subjects.isSubset(of: items(of: id).compactMap(\.subject)) ? submission : nil
    }

    /// The submissions of these states that wait for reviewers, are with them, or come back from them.
    ///
    /// - Returns: those that have one of these subjects, by their subjects.
    func submissions(of subjects: Set<ReviewedSubject>) async throws(TransportError) -> [ReviewedSubject: APIResource] {
        var found: [ReviewedSubject: APIResource] = [:]
        for submission in try await listAll("WAITING_FOR_REVIEW,IN_REVIEW,UNRESOLVED_ISSUES,COMPLETING") {
            for item in try await items(of: submission.id) {
                if let subject = item.subject, subjects.contains(subject) { found[subject] = submission }
            }
        }
        return found
    }

    /// Whether reviewers look at something, or at what it was submitted with, or are asked to.
    static func isUnderReview(
        _ subject: ReviewedSubject, ofApp appID: String, at server: PackServer
    ) async throws(TransportError) -> Bool {
        let query = [("filter[app]", appID), ("filter[state]", "WAITING_FOR_REVIEW,IN_REVIEW,COMPLETING")]
        for submission in try await server.connection.list("/v1/\(type)", query: query).flatMap(\.resources)
        where try await items(of: submission.id, at: server).contains(where: { $0.subject == subject }) { return true }
        return false
    }

    /// Calls a submission off; of one that is put together still, takes out what is in it.
    ///
    /// - Returns: what there is of it then, and how many items were taken out.
    static func cancel(
        _ id: String, at server: PackServer
    ) async throws(TransportError) -> (submission: APIResource, removed: Int) {
        let request = "/v1/\(type)/\(id)"
        let submission = try await server.connection.send(.GET, request).one(request)
        guard submission.string("state") == "READY_FOR_REVIEW" else {
            let body = APIBody(type, id: id, attributes: ["canceled": .bool(true)])
            return (try await server.connection.send(.PATCH, request, body: body).one("PATCH \(request)"), 0)
        }
        let items = try await items(of: id, at: server)
        for item in items {
            let request = "/v1/\(itemType)/\(item.id)"
            let answer = try await server.connection.answer(.DELETE, request)
            guard answer.isSuccess || answer.status == 404 else {
                throw .refused(answer.refusal(of: "DELETE \(request)"))
            }
        }
        return (submission, items.count)
    }

    // MARK: Finding

    private func place(for subjects: Set<ReviewedSubject>) async throws(TransportError) -> Place {
        if let named = id { return .open(named) }
        if let submission = try await underReview(subjects) { return .done(submission) }
        if let rejected = try await rejected(subjects) { return .open(rejected) }
        return .open(try await draft(for: subjects))
    }

    /// What reviewers are asked about all of this in.
    ///
    /// - Throws: `notNow` for one that has some of it, or in which some of it was rejected: that is the reviewers' until they have
    ///   looked at the rest.
    private func underReview(_ subjects: Set<ReviewedSubject>) async throws(TransportError) -> APIResource? {
        for submission in try await list("WAITING_FOR_REVIEW,IN_REVIEW,COMPLETING") {
            let items = try await items(of: submission.id).filter { $0.subject.map(subjects.contains) ?? false }
            if items.isEmpty { continue }
            if items.count == subjects.count, !items.contains(where: \.isRejected) { return submission }
            throw .notNow(
                "the submission \(submission.id), which has it, is \(submission.string("state") ?? "under review"): submit it again "
                    + "when reviewers are done with all of it, or call that off (`ba-transport cancel \(submission.id)`)"
            )
        }
        return nil
    }

    /// What reviewers have rejected all of this in.
    ///
    /// - Throws: `inTheWay` for one in which they have rejected something else of the kind: no other is taken before it has ended.
    private func rejected(_ subjects: Set<ReviewedSubject>) async throws(TransportError) -> String? {
        for submission in try await list("UNRESOLVED_ISSUES") {
            let items = try await items(of: submission.id)
            let known = Set(items.compactMap(\.subject))
            guard known.contains(where: \.isApp) == subjects.contains(where: \.isApp) else { continue }
            let others = items.contains { $0.isRejected && !($0.subject.map(subjects.contains) ?? false) }
            guard subjects.isSubset(of: known), !others else {
                throw .inTheWay(
                    "in the submission \(submission.id) of this app and platform something else was rejected: submit that again, "
                        + "in the same command, or call it off (`ba-transport cancel \(submission.id)`)")
            }
            return submission.id
        }
        return nil
    }

    /// The submission that is put together: a new one, or what an earlier command has left. One that somebody else is putting
    /// together would be handed in with what is in it, and has to be named.
    private func draft(for subjects: Set<ReviewedSubject>) async throws(TransportError) -> String {
        if let draft = try await list("READY_FOR_REVIEW").first {
            try await checkAlone(Array(subjects), in: draft.id)
            return draft.id
        }
        let attributes: [String: JSONValue] = platform.map { ["platform": .string($0)] } ?? [:]
        let answer = try await server.connection.answer(
            .POST, "/v1/\(Self.type)",
            body: APIBody(Self.type, attributes: attributes, related: ["app": ("apps", app.id)]))
        let request = "POST /v1/\(Self.type)"
        if answer.isSuccess { return try APIDocument(parsing: answer.body, request: request).one(request).id }
        // Of several commands at once one makes it, and the others find it.
        if answer.status == 409, try await !list("READY_FOR_REVIEW").isEmpty { return try await draft(for: subjects) }
        throw .refused(answer.refusal(of: request))
    }

    /// Those of the app and platform.
    private func list(_ states: String) async throws(TransportError) -> [APIResource] {
        try await listAll(states).filter { $0.string("platform") == platform }
    }

    /// Those of the app.
    private func listAll(_ states: String) async throws(TransportError) -> [APIResource] {
        let query = [("filter[app]", app.id), ("filter[state]", states)]
        return try await server.connection.list("/v1/\(Self.type)", query: query).flatMap(\.resources)
    }

    private func items(of id: String) async throws(TransportError) -> [Item] {
        try await Self.items(of: id, at: server)
    }

    private static func items(of id: String, at server: PackServer) async throws(TransportError) -> [Item] {
        let include = ReviewedSubject.relationships.joined(separator: ",")
        return try await server.connection.list(
            "/v1/\(type)/\(id)/items", query: [("include", include), ("limit", "200")]
        ).flatMap(\.resources).map { item in
            Item(id: item.id, subject: ReviewedSubject(of: item), state: item.string("state"))
        }.filter { $0.state != "REMOVED" }
    }

    // MARK: Changing

    /// - Returns: the ID of the item.
    private func add(_ subject: ReviewedSubject, to id: String) async throws(TransportError) -> String {
        let body = APIBody(
            Self.itemType,
            related: ["reviewSubmission": (Self.type, id), subject.relationship: (subject.type, subject.id)])
        let request = "/v1/\(Self.itemType)"
        return try await server.connection.send(.POST, request, body: body).one("POST \(request)").id
    }

    /// Says that what was rejected is mended.
    private func resolve(_ item: Item) async throws(TransportError) {
        let body = APIBody(Self.itemType, id: item.id, attributes: ["resolved": .bool(true)])
        _ = try await server.connection.send(.PATCH, "/v1/\(Self.itemType)/\(item.id)", body: body)
    }
}
