// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Crypto
import Foundation
import Testing

/// A server that behaves as App Store Connect is known to, and not as `ba-host`: it refuses checksums, its parts go to another
/// host, it says nothing of parts that have arrived, its dates have offsets, and its resources have attributes that nobody knows.
struct StandIn {
    static let app = "/v1/apps/1234567890"
    static let packs = "/v1/apps/1234567890/backgroundAssets"
    static let versions = "/v1/backgroundAssets/pack-1/versions"
    static let version = "/v1/backgroundAssetVersions/version-1"
    static let file = "/v1/backgroundAssetUploadFiles/file-1"
    static let releases = "backgroundAssetVersionAppStoreReleases"
    /// What an upload's parts are made of: ten bytes each.
    static let partSize = 10

    let api: FaultServer
    let store: FaultServer
    let folder: TemporaryFolder
    /// Of the archive.
    let bytes: [UInt8]

    static func with(size: Int = 25, _ body: (StandIn) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            try await FaultServer.with { api in
                try await FaultServer.with { store in
                    var generator = SeededGenerator(seed: 3)
                    let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
                    let standIn = StandIn(api: api, store: store, folder: folder, bytes: bytes)
                    try standIn.prepare()
                    try await body(standIn)
                }
            }
        }
    }

    /// Serves a document; what stands in `faults` comes first.
    func serve(_ path: String, _ text: String, faults: [Fault] = [], finally: Fault = .none) {
        api.serve(path, Array(text.utf8), contentType: "application/json", faults: faults, finally: finally)
    }

    private func prepare() throws {
        try folder.write(bytes, to: "Tutorial.aar")
        try folder.write(api.authorityPEM + "\n" + store.authorityPEM, to: "trust.pem")
        let key = try folder.write(P256.Signing.PrivateKey().pemRepresentation, to: "keys/AuthKey_2X9R4HXF34.p8")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        serve(
            Self.app,
            #"{"data":{"type":"apps","id":"1234567890","attributes":{"bundleId":"com.example.game","name":"Game","mascot":{"kind":"owl"}}},"links":{"self":"x"}}"#
        )
        serve(Self.packs, #"{"data":[],"links":{"self":"x"},"meta":{"paging":{"total":0,"limit":200}}}"#)
        serve(
            "/v1/backgroundAssets",
            #"{"data":{"type":"backgroundAssets","id":"pack-1","attributes":{"assetPackIdentifier":"Tutorial","archived":false,"createdDate":"2026-05-04T03:02:01-07:00","flavor":null}},"links":{"self":"x"}}"#,
            finally: .header("X-Rate-Limit", "user-hour-lim:3600;user-hour-rem:3599;"))
        serve(Self.versions, #"{"data":[],"links":{"self":"x"}}"#)
        serve("/v1/backgroundAssetVersions", version("AWAITING_UPLOAD"))
        serve(Self.version, version("COMPLETE"))
        serve("/v1/backgroundAssetUploadFiles", file("AWAITING_UPLOAD"))
        serve(Self.file, file("UPLOAD_COMPLETE"), finally: Self.refusingChecksums)
        for number in 1...3 { store.serve("/blob/\(number)", [], entityTag: "\"tag-\(number)\"") }
    }

    static let refusingChecksums = Fault.status(
        409,
        body:
            #"{"errors":[{"id":"1","status":"409","code":"ENTITY_ERROR.ATTRIBUTE.INVALID","title":"An attribute value is invalid.","detail":"not a valid value for the attribute","source":{"pointer":"/data/attributes/sourceFileChecksums"}}]}"#
    )
    .unless { !String(decoding: $0.body, as: UTF8.self).contains("sourceFileChecksum") }

    /// - `released`: the state of its release to everybody.
    func version(_ state: String, errors: String = "[]", released: String? = nil) -> String {
        let relationship =
            released.map { _ in #","appStoreRelease":{"data":{"type":"\#(Self.releases)","id":"release-1"}}"# } ?? ""
        let included =
            released.map {
                #","included":[{"type":"\#(Self.releases)","id":"release-1","attributes":{"state":"\#($0)"}}]"#
            } ?? ""
        return
            #"{"data":{"type":"backgroundAssetVersions","id":"version-1","attributes":{"version":"7","state":"\#(state)","createdDate":"2026-05-04T03:02:01.123+02:00","platforms":["IOS","CAR_OS"],"stateDetails":{"errors":\#(errors),"warnings":[],"infos":[]},"wonder":[1,{"a":null}]},"relationships":{"assetFile":{"data":{"type":"backgroundAssetUploadFiles","id":"file-1"}},"backgroundAsset":{"data":{"type":"backgroundAssets","id":"pack-1"}}\#(relationship)}},"links":{"self":"x"}\#(included)}"#
    }

    /// - `tags`: of parts that have arrived.
    func file(_ state: String, host: String = "localhost", path: String = "blob", tags: [Int: String] = [:]) -> String {
        let operations = stride(from: 0, to: bytes.count, by: Self.partSize).map { offset -> String in
            let number = offset / Self.partSize + 1
            let tag = tags[number].map { "\"\($0)\"" } ?? "null"
            return
                #"{"method":"PUT","url":"\#(store.url("/\(path)/\(number)", host: host))?uploadId=u&partNumber=\#(number)&Signature=s%2B1","length":\#(min(Self.partSize, bytes.count - offset)),"offset":\#(offset),"requestHeaders":[{"name":"Content-Type","value":"application/x-part-\#(number)"},{"name":"X-Amz-Checksum","value":"a, b"}],"expiration":"2026-05-05T03:02:01+02:00","partNumber":\#(number),"entityTag":\#(tag)}"#
        }.joined(separator: ",")
        return
            #"{"data":{"type":"backgroundAssetUploadFiles","id":"file-1","attributes":{"assetDeliveryState":{"errors":[],"warnings":null,"state":"\#(state)"},"assetToken":null,"fileName":"Tutorial.aar","fileSize":\#(bytes.count),"uploadOperations":[\#(operations)],"sourceFileChecksums":{}}},"links":{"self":"x"}}"#
    }

    var environment: [String: String] {
        [
            "HOME": folder.path("home"), "XDG_STATE_HOME": folder.path("state"),
            "API_PRIVATE_KEYS_DIR": folder.path("keys"), "BA_TRANSPORT_SERVER": api.url("/"),
            "BA_TRANSPORT_TRUST": folder.path("trust.pem"), "BA_TRANSPORT_API_KEY": "2X9R4HXF34",
            "BA_TRANSPORT_API_ISSUER": "57246542-96fe-1a63-e053-0824d011072a", "https_proxy": "", "HTTPS_PROXY": "",
            "all_proxy": "", "ALL_PROXY": "",
        ]
    }

    func run(_ arguments: [String], environment more: [String: String] = [:]) async throws -> ProgramRun {
        try await ProgramRun.run(
            "ba-transport", arguments, environment: environment.merging(more) { $1 }, directory: folder.path)
    }

    /// Uploads the archive, whose pack is named, since it is none.
    func upload(_ arguments: String...) async throws -> ProgramRun {
        try await run(["upload", "Tutorial.aar", "--pack", "Tutorial", "--app", "1234567890"] + arguments)
    }

    func requests(_ method: String, _ path: String) -> [FaultServer.Request] {
        api.requests.filter { $0.method == method && $0.path == path }
    }

    /// The numbers of parts that were put, and how often.
    var parts: [Int: Int] {
        var parts: [Int: Int] = [:]
        for request in store.requests {
            if let number = request.path.split(separator: "/").last.flatMap({ Int($0) }) {
                parts[number, default: 0] += 1
            }
        }
        return parts
    }
}
