// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HostingOpenID

extension OpenIDSettings {
    /// Bytes of the longest secret.
    private static let largestSecret = 4_096

    /// - Returns: nil where there is no provider.
    static func read(_ configuration: HostConfiguration) throws(HostCommandError) -> OpenIDSettings? {
        guard let issuer = configuration.text(.openIDIssuer) else {
            for key in [ConfigurationKey.openIDClient, .openIDSecretFile, .openIDName]
            where configuration.text(key) != nil {
                throw configuration.invalid(key, "\(ConfigurationKey.openIDIssuer.option) says of which provider")
            }
            return nil
        }
        guard let client = configuration.text(.openIDClient) else {
            throw configuration.invalid(
                .openIDIssuer, "\(ConfigurationKey.openIDClient.option) says by which ID it knows this host")
        }
        var secret: String?
        if let path = configuration.text(.openIDSecretFile) {
            guard let data = FileManager.default.contents(atPath: path), data.count <= largestSecret,
                let text = String(validating: data, as: UTF8.self)?.trimmingCharacters(in: .whitespacesAndNewlines),
                !text.isEmpty
            else { throw configuration.invalid(.openIDSecretFile, "no secret can be read from \(path)") }
            secret = text
        }
        do throws(OpenIDError) {
            return try OpenIDSettings(
                issuer: issuer, clientID: client, clientSecret: secret, name: configuration.text(.openIDName))
        } catch { throw configuration.invalid(.openIDIssuer, error.description) }
    }
}
