// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// A build of an app, as `ba-host` tells of it.
struct BuildRecord: Sendable {
    static let type = "appBuilds"
    static let path = "/ba/v1/appBuilds"

    let id: String
    let fileName: String
    let fileSize: Int64
    let state: String
    let version: String?
    let build: String?
    let architecture: String?
    let sha256: String?
    let `internal`, external, appstore: String?
    /// Testers do not get it any more.
    let isExpired: Bool
    let errors, warnings: [APIProblem]
    let parts: [UploadPart]

    var isAwaitingUpload: Bool { state == "AWAITING_UPLOAD" }
    var isProcessing: Bool { state == "PROCESSING" }
    var isFailed: Bool { state == "FAILED" }

    /// The state of its release to these devices.
    func state(in context: ReleaseContext) -> String? {
        switch context {
        case .internal: self.internal
        case .external: external
        case .appstore: appstore
        }
    }

    init(_ resource: APIResource) throws(TransportError) {
        guard let fileName = resource.string("fileName"), let fileSize = resource.integer("fileSize"),
            let state = resource.string("state")
        else { throw .nonsense("the server tells of a build without its file and state (\(resource.id))") }
        id = resource.id
        self.fileName = fileName
        self.fileSize = fileSize
        self.state = state
        version = resource.string("version")
        build = resource.string("buildNumber")
        architecture = resource.string("architecture")
        sha256 = resource.string("sha256")
        self.internal = resource.string("internalBetaState")
        external = resource.string("externalBetaState")
        appstore = resource.string("appStoreState")
        isExpired = resource.attributes["expired"] == .bool(true)
        let details = resource.attributes["stateDetails"]
        errors = VersionRecord.problems(details?["errors"])
        warnings = VersionRecord.problems(details?["warnings"])
        var parts: [UploadPart] = []
        for (index, operation) in (resource.attributes["uploadOperations"]?.elements ?? []).enumerated() {
            parts.append(try UploadPart(operation, index: index))
        }
        self.parts = parts.sorted { $0.offset < $1.offset }
    }
}
