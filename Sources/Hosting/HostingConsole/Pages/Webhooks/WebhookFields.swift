// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// What a form says of a web hook, for one that is made and for one that is changed.
struct WebhookFields: Sendable {
    struct EventChoice: Sendable {
        /// Those that this host sends.
        static let sent: [(WebhookEventType, String)] = [
            (.backgroundAssetVersionInternalBetaReleaseCreated, "A version has been processed"),
            (.backgroundAssetVersionStateUpdated, "A version could not be processed"),
            (
                .backgroundAssetVersionExternalBetaReleaseStateUpdated,
                "External testers have a version, or it was rejected"
            ),
            (.backgroundAssetVersionAppStoreReleaseStateUpdated, "Everybody has a version, or it was rejected"),
            (.buildUploadStateUpdated, "A build has been processed, or could not be"),
            (.buildBetaDetailExternalBuildStateUpdated, "A build for external testers was submitted, or decided on"),
            (.appStoreVersionAppVersionStateUpdated, "A version of the app was submitted, or decided on"),
        ]

        let value: String
        let title: String
        let isChosen: Bool
    }

    let name: String
    let url: String
    let events: [EventChoice]
    /// Whether the secret stays where none is given.
    let hasSecret: Bool

    /// - `form`: what was asked for, and is to be put right; nil for one that nobody has filled in.
    /// - `webhook`: what it is now; nil for a new one.
    init(_ form: FormFields?, of webhook: Webhook?) {
        name = form.map { $0.text("name") ?? "" } ?? webhook?.name ?? ""
        url = form.map { $0.text("url") ?? "" } ?? webhook?.url ?? ""
        hasSecret = webhook != nil
        let chosen = form?.all("event") ?? webhook?.eventTypes.map(\.rawValue)
        var events = EventChoice.sent.map { type, title in
            EventChoice(value: type.rawValue, title: title, isChosen: chosen?.contains(type.rawValue) ?? true)
        }
        // Of events that only programs have asked for so far.
        for type in webhook?.eventTypes ?? [] where !events.contains(where: { $0.value == type.rawValue }) {
            events.append(
                EventChoice(
                    value: type.rawValue, title: StateWord(type.rawValue).text,
                    isChosen: chosen?.contains(type.rawValue) ?? true))
        }
        self.events = events
    }

    static func change(_ form: FormFields, isEnabled: Bool? = nil) -> HostStore.WebhookChange {
        let secret = form["secret"] ?? ""
        return HostStore.WebhookChange(
            name: form.text("name") ?? "", url: form.text("url") ?? "", secret: secret.isEmpty ? nil : secret,
            isEnabled: isEnabled, eventTypes: form.all("event").compactMap(WebhookEventType.init(rawValue:)))
    }
}
