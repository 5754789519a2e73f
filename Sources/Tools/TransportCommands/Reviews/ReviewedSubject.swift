// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Something that a submission for everybody has as an item.
struct ReviewedSubject: Hashable, Sendable {
    /// The relationship of an item that leads to it.
    let relationship: String
    let type: String
    let id: String

    private static let packRelationship = "backgroundAssetVersion"
    private static let appRelationship = "appStoreVersion"

    /// Relationships of items.
    static let relationships = [packRelationship, appRelationship]

    /// A version of a pack.
    static func pack(_ id: String) -> ReviewedSubject {
        ReviewedSubject(relationship: packRelationship, type: VersionRecord.type, id: id)
    }

    /// A version of the app.
    static func app(_ id: String) -> ReviewedSubject {
        ReviewedSubject(relationship: appRelationship, type: "appStoreVersions", id: id)
    }

    var isApp: Bool { relationship == Self.appRelationship }

    private init(relationship: String, type: String, id: String) {
        (self.relationship, self.type, self.id) = (relationship, type, id)
    }

    /// What an item is about; nil for what is not known here.
    init?(of item: APIResource) {
        for subject in [
            item.related(Self.packRelationship).map(Self.pack), item.related(Self.appRelationship).map(Self.app),
        ] {
            guard let subject else { continue }
            self = subject
            return
        }
        return nil
    }
}
