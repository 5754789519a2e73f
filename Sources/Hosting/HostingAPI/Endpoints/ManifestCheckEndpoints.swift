// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Crypto
internal import Foundation
internal import HostingModel
internal import HostingStorage
internal import SystemSupport

/// What would become of a manifest, before anything is uploaded: nothing is kept of it.
struct ManifestCheckEndpoints: Sendable {
    /// Characters of the longest manifest.
    private static let largestLength = 256 << 10

    let store: HostStore

    func add(to table: inout OperationTable) {
        table.add(
            Operation(
                id: "manifestChecks_createInstance", method: .post, path: "/ba/v1/manifestChecks",
                body: .create(
                    "manifestChecks",
                    attributes: [.init("manifest", .string(length: 1...Self.largestLength), isRequired: true)],
                    relationships: [.init("app", "apps", isRequired: true)]), answer: .one(.manifestChecks),
                permission: .upload, perform: check))
    }

    private func check(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let (text, appID) = (call.body?.string("manifest") ?? "", call.body?.id("app") ?? "")
        let app: HostedApp?
        if call.caller.sees(appID: appID) {
            app = try await store.serving { (store) throws(StorageError) in try await store.app(appID) }
        } else {
            app = nil
        }
        guard let app else {
            throw APIFailure(APIError(.relatedNotFound(relationship: "app", type: "apps", id: appID)))
        }
        var problems = ProblemList()
        let report = ManifestReport.read(Array(text.utf8), &problems)
        var pack: HostedPack?
        if let report {
            pack = try await self.pack(report.assetPackID, of: app)
            Self.judge(report, pack, of: app, &problems)
        }
        let id = Hexadecimal.text(SHA256.hash(data: Data((app.id + "/" + text).utf8)))
        return .one(ResourceObject(checkOf: report, id: id, pack: pack, app: app, problems))
    }

    private func pack(_ identifier: String, of app: HostedApp) async throws(APIFailure) -> HostedPack? {
        var listing = PackListing(appID: app.id, limit: 1)
        listing.identifiers = [identifier]
        let wanted = listing
        return try await store.serving { (store) throws(StorageError) in
            try await store.packs(wanted).elements.first?.pack
        }
    }

    private static func judge(
        _ report: ManifestReport, _ pack: HostedPack?, of app: HostedApp, _ problems: inout ProblemList
    ) {
        if let fault = PackIdentifierRules.fault(of: report.assetPackID) {
            problems.errors.append(
                Problem(
                    code: "IDENTIFIER_INVALID",
                    description: "No pack can have the identifier \(report.assetPackID.debugDescription): \(fault)"))
        } else if let pack, pack.archivedAt != nil {
            problems.errors.append(
                Problem(
                    code: "PACK_ARCHIVED",
                    description: "The pack \(pack.identifier) of \(app.bundleID) is archived: "
                        + "take it out of the archive, or choose another identifier"))
        } else if pack == nil {
            problems.infos.append(
                Problem(
                    code: "PACK_NEW",
                    description:
                        "\(app.bundleID) has no pack with the identifier \(report.assetPackID) yet: make it first"))
        }
    }
}
