// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// `backgroundAssetUploadFiles`: a file that is being uploaded, as a server has it.
struct UploadFileRecord: Sendable {
    static let type = "backgroundAssetUploadFiles"

    let id: String
    let name: String?
    let size: Int64?
    let state: String?
    let parts: [UploadPart]
    let errors: [APIProblem]

    var isAwaitingUpload: Bool { state == "AWAITING_UPLOAD" }
    /// Whether the server has it, and may be looking at it.
    var isCommitted: Bool { state == "UPLOAD_COMPLETE" || state == "COMPLETE" }

    init(_ resource: APIResource) throws(TransportError) {
        id = resource.id
        name = resource.string("fileName")
        size = resource.integer("fileSize")
        let delivery = resource.attributes["assetDeliveryState"]
        state = delivery?["state"]?.string
        errors = VersionRecord.problems(delivery?["errors"])
        var parts: [UploadPart] = []
        for (index, operation) in (resource.attributes["uploadOperations"]?.elements ?? []).enumerated() {
            parts.append(try UploadPart(operation, index: index))
        }
        self.parts = parts.sorted { $0.offset < $1.offset }
    }

    /// Whether the parts are all of a file of this size, and nothing twice.
    func covers(_ size: Int64) -> Bool {
        // All of it is there, and its commit broke off.
        if parts.isEmpty { return isAwaitingUpload && size == self.size }
        var place: Int64 = 0
        for part in parts {
            guard part.offset == place else { return false }
            place += part.length
        }
        return place == size && Set(parts.map(\.number)).count == parts.count
    }
}
