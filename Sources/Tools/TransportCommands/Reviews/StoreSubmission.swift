// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import NIOHTTP1
internal import ToolSupport

/// A submission for everybody: put together, and handed in.
struct StoreSubmission: Sendable {
    private static let type = "reviewSubmissions"

    let server: PackServer
    let app: AppRecord
    /// nil for a submission for Linux alone.
    let platform: String?
    /// One that somebody has named.
    let id: String?

    /// Submits versions that are not submitted yet, as one.
    func submit(_ wanted: inout [SubmittedVersion]) async throws(TransportError) {
        let open = wanted.indices.filter { !wanted[$0].isUnderWay(in: .appstore) }
        for index in wanted.indices where !open.contains(index) {
            let state = wanted[index].version.releases[.appstore] ?? ""
            Console.standard.note("\(wanted[index].what) is submitted already: \(state)")
        }
        if open.count < wanted.count { try await find(&wanted, butFor: open) }
        guard !open.isEmpty else { return }
        let (id, items) = try await draft(for: Set(open.map { wanted[$0].version.id }))
        for index in open {
            wanted[index].submissionID = id
            guard !items.contains(wanted[index].version.id) else { continue }
            let body = APIBody(
                "reviewSubmissionItems",
                related: [
                    "reviewSubmission": (Self.type, id),
                    "backgroundAssetVersion": (VersionRecord.type, wanted[index].version.id),
                ])
            do throws(TransportError) {
                _ = try await server.connection.send(.POST, "/v1/reviewSubmissionItems", body: body)
            } catch {
                Console.standard.note("the submission \(id) is not handed in; the same command goes on with it")
                throw error
            }
        }
        do throws(TransportError) {
            _ = try await server.connection.send(
                .PATCH, "/v1/\(Self.type)/\(id)",
                body: APIBody(Self.type, id: id, attributes: ["submitted": .bool(true)]))
        } catch {
            Console.standard.note("the submission \(id) is not handed in; the same command goes on with it")
            throw error
        }
    }

    /// Names the submissions that wait for reviewers, or are with them, by which versions were submitted before.
    private func find(_ wanted: inout [SubmittedVersion], butFor open: [Int]) async throws(TransportError) {
        let states = "WAITING_FOR_REVIEW,IN_REVIEW,UNRESOLVED_ISSUES,COMPLETING"
        let found = try await server.connection.list(
            "/v1/\(Self.type)", query: [("filter[app]", app.id), ("filter[state]", states)]
        ).flatMap(\.resources)
        for submission in found {
            let versions = try await items(of: submission.id).versions
            for index in wanted.indices where !open.contains(index) && versions.contains(wanted[index].version.id) {
                wanted[index].submissionID = submission.id
            }
        }
    }

    /// The submission that is put together: a new one, or what an earlier command has left. One that somebody else is putting
    /// together would be handed in with what is in it, and has to be named.
    ///
    /// - Returns: also the versions that are in it.
    private func draft(for versions: Set<String>) async throws(TransportError) -> (id: String, items: Set<String>) {
        if let id {
            guard IdentifierRule.allows(id) else { throw .notFound("\(id) is no ID of a submission") }
            return (id, try await items(of: id).versions)
        }
        var query = [("filter[app]", app.id), ("filter[state]", "READY_FOR_REVIEW")]
        if let platform { query.append(("filter[platform]", platform)) }
        let found = try await server.connection.list("/v1/\(Self.type)", query: query).flatMap(\.resources)
        if let draft = found.first(where: { $0.string("platform") == platform }) {
            let (items, others) = try await items(of: draft.id)
            guard others == 0, items.isSubset(of: versions) else {
                throw .unsupported(
                    "the app has a submission with something else in it, which would be handed in, too: look at it, and "
                        + "name it with --submission \(draft.id)")
            }
            return (draft.id, items)
        }
        let attributes: [String: JSONValue] = platform.map { ["platform": .string($0)] } ?? [:]
        let made = try await server.connection.send(
            .POST, "/v1/\(Self.type)",
            body: APIBody(Self.type, attributes: attributes, related: ["app": ("apps", app.id)]))
        return (try made.one("POST /v1/\(Self.type)").id, [])
    }

    /// - Returns: the versions of packs in a submission, and how much else is.
    private func items(of id: String) async throws(TransportError) -> (versions: Set<String>, others: Int) {
        let items = try await server.connection.list(
            "/v1/\(Self.type)/\(id)/items", query: [("include", "backgroundAssetVersion"), ("limit", "200")]
        ).flatMap(\.resources).filter { $0.string("state") != "REMOVED" }
        let versions = items.compactMap { $0.related("backgroundAssetVersion") }
        return (Set(versions), items.count - versions.count)
    }
}
