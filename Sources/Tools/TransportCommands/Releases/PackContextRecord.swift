// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// `packContexts` of `ba-host`: what the devices of a context get of a pack.
struct PackContextRecord: Encodable, Sendable {
    let pack: String
    let context: String
    let version, pinned, rolloutPercentage, rolloutPreviousVersion: Int?
    let rolloutStartPercentage: Int

    /// - `pack`: the identifier of the pack.
    init(_ resource: APIResource, ofPack pack: String) throws(TransportError) {
        guard let context = resource.string("context") else {
            throw .nonsense("the server tells of a context without its name (\(resource.id))")
        }
        func number(_ name: String) -> Int? { resource.integer(name).flatMap { Int(exactly: $0) } }
        self.pack = pack
        self.context = context
        version = number("activeVersion")
        pinned = number("pinnedVersion")
        rolloutPercentage = number("rolloutPercentage")
        rolloutPreviousVersion = number("rolloutPreviousVersion")
        rolloutStartPercentage = number("rolloutStartPercentage") ?? 100
    }

    /// `version 3, held`.
    var words: String {
        var words = version.map { "version \($0)" } ?? "no version"
        if pinned != nil { words += ", held" }
        if let rolloutPercentage {
            words += " for \(rolloutPercentage) % of the devices"
            if let rolloutPreviousVersion { words += ", version \(rolloutPreviousVersion) for the others" }
        }
        if rolloutStartPercentage < 100 { words += "; releases begin with \(rolloutStartPercentage) %" }
        return words
    }
}
