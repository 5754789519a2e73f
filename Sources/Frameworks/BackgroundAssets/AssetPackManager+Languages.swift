// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ServiceClient
internal import ServiceInterface
internal import Synchronization

extension AssetPackManager {
    /// The language that the app chose over the person's preferences; nil when it did not.
    ///
    /// Setting it downloads nothing: call ``reconcilePreferredLanguages()`` for that. An extension cannot set it. Both
    /// block while the service answers.
    public nonisolated var resolvedLanguage: Locale.Language? {
        get {
            if let chosen = chosenLanguage.withLock({ $0 }) { return chosen }
            do throws(ServiceClientError) {
                let reply: AppsInterface.Hello.Reply = try identity.reply()
                return reply.resolvedLanguage.map { Locale.Language(identifier: $0) }
            } catch {
                Diagnostics.report("the resolved language is not known: \(error)")
                return nil
            }
        }
        set {
            guard !identity.isExtension else {
                Diagnostics.report("the resolved language is the app's to set, and not its extension's")
                return
            }
            do throws(ServiceClientError) {
                _ = try identity.service.callBlocking(
                    PacksInterface.SetResolvedLanguage(
                        language: newValue?.minimalIdentifier, callID: UUID().uuidString))
                chosenLanguage.withLock { $0 = .some(newValue) }
            } catch { Diagnostics.report("the resolved language cannot be set: \(error)") }
        }
    }

    /// The languages of the localized packs on this device.
    public var locallyAvailableLanguages: [Locale.Language] {
        get async {
            do { return try packs.languages() } catch {
                Diagnostics.report("the local asset packs are not known: \(error)")
                return []
            }
        }
    }

    /// Makes the localized packs readable on this device that the person's languages, or ``resolvedLanguage``, call for.
    /// When they are here, those of other languages are removed, but for the ones that the app has asked for itself.
    public func reconcilePreferredLanguages() async throws {
        await hub.settled()
        _ = try await call(PacksInterface.ReconcilePreferredLanguages(callID: UUID().uuidString))
        try packs.adoptNewest()
    }
}
