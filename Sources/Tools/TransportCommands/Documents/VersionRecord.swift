// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// `backgroundAssetVersions`: a version of a pack, as a server has it.
struct VersionRecord: Sendable {
    static let type = "backgroundAssetVersions"
    /// What is asked for beside it.
    static let includes = ReleaseContext.allCases.map(\.releaseRelationship).joined(separator: ",")

    let id: String
    let packID: String?
    let number: Int
    /// One of a few that are known, or one that is not.
    let state: String
    let createdDate: String?
    let platforms: [String]
    let errors: [APIProblem]
    let warnings: [APIProblem]
    let assetFileID: String?
    let manifestFileID: String?
    /// The states of its releases, as far as they came along.
    let releases: [ReleaseContext: String]

    var isAwaitingUpload: Bool { state == "AWAITING_UPLOAD" }
    var isComplete: Bool { state == "COMPLETE" }
    var isFailed: Bool { state == "FAILED" }

    /// - `document`: that it came in.
    init(_ resource: APIResource, in document: APIDocument) throws(TransportError) {
        guard let text = resource.string("version") ?? resource.integer("version").map({ "\($0)" }),
            let number = Int(text), let state = resource.string("state")
        else { throw .nonsense("the server tells of a version without its number and state (\(resource.id))") }
        id = resource.id
        self.number = number
        self.state = state
        packID = resource.related("backgroundAsset")
        createdDate = resource.string("createdDate")
        platforms = (resource.attributes["platforms"]?.elements ?? []).compactMap(\.string)
        let details = resource.attributes["stateDetails"]
        errors = Self.problems(details?["errors"])
        warnings = Self.problems(details?["warnings"])
        assetFileID = resource.related("assetFile")
        manifestFileID = resource.related("manifestFile")
        var releases: [ReleaseContext: String] = [:]
        for context in ReleaseContext.allCases {
            let release = document.included(context.releaseType, resource.related(context.releaseRelationship))
            releases[context] = release?.string("state")
        }
        self.releases = releases
    }

    static func problems(_ list: JSONValue?) -> [APIProblem] {
        (list?.elements ?? []).map {
            APIProblem(code: $0["code"]?.string ?? "UNKNOWN", description: $0["description"]?.string ?? "")
        }
    }
}
