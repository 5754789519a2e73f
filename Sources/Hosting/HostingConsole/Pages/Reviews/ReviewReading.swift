// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// Reads a submission, of either kind, for its page.
struct ReviewReading {
    let call: ConsoleCall

    func content(of id: String, problem: String? = nil) async throws(ConsoleFailure) -> ReviewContent {
        let store = call.store
        if let review = try await store.asking({ (store) throws(StorageError) in try await store.betaReview(id) }) {
            guard call.sees(appID: review.appID) else { throw .nothing }
            let item = try await item(of: review)
            return ReviewContent(
                review, of: try await call.app(review.appID), item,
                rights: try await rights(submitter: review.submitterID),
                people: try await people(), base: call.base, problem: problem)
        }
        let summary = try await store.asking { (store) throws(StorageError) in try await store.review(id) }
        guard let summary, call.sees(appID: summary.review.appID) else { throw .nothing }
        let messages = try await store.asking { (store) throws(StorageError) in
            try await store.messages(ofReview: id)
        }
        var items: [ReviewContent.Item] = []
        for item in summary.items {
            let (name, path, difference) = try await subject(item.subject)
            items.append(
                ReviewContent.Item(
                    id: item.id, name: name, path: path, state: StateWord(item.state), message: messages[item.id],
                    difference: difference, waits: summary.review.state.isUnderReview && item.state == .readyForReview,
                    isRejected: item.state == .rejected, isRemovable: item.state != .removed,
                    draft: call.parameters.last == item.id ? call.form["message"] ?? "" : ""))
        }
        return ReviewContent(
            summary, of: try await call.app(summary.review.appID), items,
            rights: try await rights(submitter: summary.review.submitterID), people: try await people(),
            base: call.base,
            problem: problem)
    }

    /// - Throws: when an item is of another submission, or not to be known of.
    func check(item: String, of id: String) async throws(ConsoleFailure) {
        let summary = try await call.store.asking { (store) throws(StorageError) in try await store.review(id) }
        guard let summary, call.sees(appID: summary.review.appID), summary.items.contains(where: { $0.id == item })
        else { throw .nothing }
    }

    /// What somebody has submitted with a key of theirs is their own, too.
    private func rights(submitter: String?) async throws(ConsoleFailure) -> ReviewContent.Rights {
        var isOwn = false
        if let submitter, let member = call.session?.member.id {
            isOwn = try await call.store.asking { (store) throws(StorageError) in
                try await store.isOnePerson(submitter, member)
            }
        }
        return ReviewContent.Rights(
            mayReview: call.allows(.review), maySubmit: call.allows(.submit), isOwn: isOwn)
    }

    private func item(of review: BetaReview) async throws(ConsoleFailure) -> ReviewContent.Item {
        let (name, path, difference) =
            switch review.subject {
            case .packVersion(let id): try await version(id)
            case .build(let id): try await build(id)
            }
        return ReviewContent.Item(
            id: review.id, name: name, path: path, state: StateWord(review.state), message: review.message,
            difference: difference, waits: review.state == .waitingForReview || review.state == .inReview,
            isRejected: false, isRemovable: false, draft: call.form["message"] ?? "")
    }

    private func subject(
        _ subject: ReviewSubject
    ) async throws(ConsoleFailure) -> (String, String?, FileDifference?) {
        switch subject {
        case .packVersion(let id, _): return try await version(id)
        case .appVersion(let id):
            let version = try await call.store.asking { (store) throws(StorageError) in
                try await store.appStoreVersion(id)
            }
            guard let version else { return ("The app", nil, nil) }
            return ("The app, version \(version.version.versionString)", "/app-versions/\(id)", nil)
        }
    }

    private func version(_ id: String) async throws(ConsoleFailure) -> (String, String?, FileDifference?) {
        let version = try await call.version(id)
        return (
            "\(version.pack.identifier) \(version.version.number)", "/versions/\(id)",
            try await VersionPages.difference(of: version, call)
        )
    }

    private func build(_ id: String) async throws(ConsoleFailure) -> (String, String?, FileDifference?) {
        let build = try await call.store.asking { (store) throws(StorageError) in try await store.build(id) }
        let name = build?.archive.map { "The app, version \($0.version) (\($0.build))" } ?? "The app"
        return (name, build.map { "/builds/\($0.id)" }, nil)
    }

    /// The names of keys and members, by their identifiers.
    private func people() async throws(ConsoleFailure) -> [String: String] {
        try await call.store.asking { (store) throws(StorageError) in try await store.principalNames() }
    }
}
