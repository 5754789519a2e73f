// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import HostingDelivery
internal import HostingStorage
internal import Hummingbird

/// Lets those in who ask for something of a private app: whoever shows a token of one of its devices.
struct DeviceAdmission: Sendable {
    /// Bytes of what may be a token.
    private static let largestToken = 256

    let store: HostStore

    /// - Throws: a problem with 401.
    func admit(_ request: Request, toApp id: String, _ bundleID: String) async throws(DeliveryProblem) {
        let challenge = "Bearer realm=\"\(bundleID)\""
        guard let authorization = request.headers[.authorization] else {
            throw DeliveryProblem(
                .unauthorized, "\(bundleID) is for devices that show a token: Authorization: Bearer TOKEN",
                challenge: challenge)
        }
        let words = authorization.split(separator: " ")
        let isGood =
            if words.count == 2, words[0].lowercased() == "bearer", words[1].utf8.count <= Self.largestToken {
                try await PublicationCache.serving { () throws(StorageError) in
                    try await store.accepts(deviceToken: String(words[1]), ofApp: id)
                }
            } else { false }
        guard isGood else {
            throw DeliveryProblem(
                .unauthorized, "that is no token of a device of \(bundleID), or no longer",
                challenge: challenge + ", error=\"invalid_token\"")
        }
    }
}
