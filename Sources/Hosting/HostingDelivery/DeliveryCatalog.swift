// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What is delivered: the published packs of one app, and the bytes of their versions.
///
/// The development server has one over a folder, the host one for each context of an app.
package protocol DeliveryCatalog: Sendable {
    /// What is published at this moment.
    func publication() async throws(DeliveryProblem) -> Publication

    /// The bytes of a pack; with no version those of the one that is published now.
    ///
    /// Throws a problem with 404 for a pack or version that never was here, 410 for a version that is no longer.
    func content(
        _ part: PackPart, ofPackWithID id: String, version: Int?
    ) async throws(DeliveryProblem) -> any DeliveryContent
}
