// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

extension ServingHost {
    /// The text of a document about one resource.
    ///
    /// - `rest`: its members but for the type.
    static func document(_ type: String, _ rest: String) -> String {
        #"{"data":{"type":"\#(type)",\#(rest)}}"#
    }

    /// Makes an app.
    ///
    /// - Returns: its identifier.
    func app(_ bundleID: String = "com.example.game", policy: String = "one-reviewer") async throws -> String {
        let made = try await ba("app", "create", bundleID, "--review-policy", policy)
        try #require(made.status == 0, "\(made.errors)")
        return made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Makes a pack of this name, and uploads its first version, as a program of a team does.
    func upload(_ name: String, of appID: String) async throws -> (packID: String, versionID: String) {
        let packID = try await pack(name, of: appID)
        return (packID, try await uploadNext(name, of: packID, text: "one"))
    }

    /// Makes a pack.
    ///
    /// - Returns: its ID.
    func pack(_ name: String, of appID: String) async throws -> String {
        let pack = try await send(
            "POST", "/v1/backgroundAssets",
            json: Self.document(
                "backgroundAssets",
                #""attributes":{"assetPackIdentifier":"\#(name)"},"relationships":{"app":{"data":{"type":"apps","id":"\#(appID)"}}}"#
            ))
        #expect(pack.status == 201, "\(pack.text)")
        return try #require(pack.string("data/id"))
    }

    /// Uploads the next version of a pack.
    ///
    /// - `text`: of its only file.
    /// - `look`: gets the address to which its bytes go.
    /// - Returns: the identifier of the version.
    func uploadNext(
        _ name: String, of packID: String, text: String, _ look: (String) -> Void = { _ in }
    ) async throws -> String {
        let reserved = try await reserve(name, of: packID, text: text)
        look(reserved.address)
        #expect(try await put("pack/pack.aar", to: reserved.address).status == 200)
        let committed = try await commit(reserved.fileID)
        #expect(committed.status == 200, "\(committed.text)")
        return reserved.versionID
    }

    /// A version whose archive, `pack/pack.aar`, is to come, and where that goes.
    struct ReservedFile {
        let versionID, fileID, address: String
        /// Bytes.
        let size: Int
    }

    /// - `text`: of the only file of the pack.
    func reserve(_ name: String, of packID: String, text: String) async throws -> ReservedFile {
        let version = try await send(
            "POST", "/v1/backgroundAssetVersions",
            json: Self.document(
                "backgroundAssetVersions",
                #""relationships":{"backgroundAsset":{"data":{"type":"backgroundAssets","id":"\#(packID)"}}}"#))
        #expect(version.status == 201, "\(version.text)")
        let versionID = try #require(version.string("data/id"))
        let size = try await makePack(name, text)
        let file = try await send(
            "POST", "/v1/backgroundAssetUploadFiles",
            json: Self.document(
                "backgroundAssetUploadFiles",
                #""attributes":{"assetType":"ASSET","fileName":"pack.aar","fileSize":\#(size)},"relationships":{"backgroundAssetVersion":{"data":{"type":"backgroundAssetVersions","id":"\#(versionID)"}}}"#
            ))
        #expect(file.status == 201, "\(file.text)")
        return ReservedFile(
            versionID: versionID, fileID: try #require(file.string("data/id")),
            address: try #require(file.string("data/attributes/uploadOperations/0/url")), size: size)
    }

    func commit(_ fileID: String) async throws -> Answer {
        try await send(
            "PATCH", "/v1/backgroundAssetUploadFiles/\(fileID)",
            json: Self.document("backgroundAssetUploadFiles", #""id":"\#(fileID)","attributes":{"uploaded":true}"#))
    }

    /// - Returns: bytes of the archive.
    func makePack(_ name: String, _ text: String) async throws -> Int {
        try folder.write(text, to: "pack/a.txt")
        try folder.write(
            """
            {"assetPackID": "\(name)", "downloadPolicy": {"onDemand": {}}, "fileSelectors": [{"file": "a.txt"}],
             "userInfo": {"level": 1},
             "platforms": ["iOS", "Linux"]}
            """, to: "pack/Manifest.json")
        let archive = folder.path("pack/pack.aar")
        for path in [archive, folder.path("pack/pack.blocks")] where FileManager.default.fileExists(atPath: path) {
            try FileManager.default.removeItem(atPath: path)
        }
        let run = try await ProgramRun.run(
            "ba-package", ["Manifest.json", "-o", "pack.aar"], directory: folder.path("pack"))
        try #require(run.status == 0, "\(run.errors)")
        return try Data(contentsOf: URL(fileURLWithPath: archive)).count
    }

    /// Waits until a version has been processed.
    func processed(_ versionID: String) async throws -> Answer {
        try await eventualValue {
            let answer = try await send(
                "GET",
                "/v1/backgroundAssetVersions/\(versionID)?include=internalBetaRelease,externalBetaRelease,appStoreRelease"
            )
            return answer.string("data/attributes/state") == "PROCESSING" ? nil : answer
        }
    }

    /// Submits a version for the external test.
    func submitForBeta(_ versionID: String) async throws {
        let answer = try await send(
            "POST", "/v1/betaBackgroundAssetReviewSubmissions",
            json: Self.document(
                "betaBackgroundAssetReviewSubmissions",
                #""relationships":{"backgroundAssetVersion":{"data":{"type":"backgroundAssetVersions","id":"\#(versionID)"}}}"#
            ))
        #expect(answer.status == 201, "\(answer.text)")
    }
}
