// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingPublishing

extension DeliverySettings {
    private static let accelerated = "x-accel:"

    /// Seconds for which a signed address may be good.
    static let addressLifetimes = 300...604_800

    /// - `objects`: where they lie: not each way leads there.
    /// - Throws: `setting` for what means nothing, or is not possible with these objects.
    init(_ configuration: HostConfiguration, objects: HostLocation.Objects) throws(HostCommandError) {
        self.init(
            way: try Self.way(configuration, objects),
            manifestMaxAge: try configuration.number(.manifestMaxAge, in: 0...86_400) ?? Self.usualManifestMaxAge,
            now: { .current })
    }

    private static func way(
        _ configuration: HostConfiguration, _ objects: HostLocation.Objects
    ) throws(HostCommandError) -> DeliveryWay {
        guard let text = configuration.text(.delivery), text != "process" else { return .process }
        let isFolder = if case .folder = objects { true } else { false }
        if text == "redirect" {
            guard !isFolder else {
                throw configuration.invalid(
                    .delivery, "devices are sent to a store: --objects names none, and a folder has no address")
            }
            return .store
        }
        guard text.hasPrefix(accelerated) else {
            throw configuration.invalid(.delivery, "\(text) is none of process, x-accel:/PREFIX and redirect")
        }
        guard isFolder else {
            throw configuration.invalid(
                .delivery, "nginx sends files of a folder, and the objects are in a store: redirect sends devices there"
            )
        }
        let prefix = text.dropFirst(accelerated.count)
        let parts = prefix.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let isPath =
            prefix.hasPrefix("/")
            && parts.allSatisfy { part in
                !part.isEmpty && part != "." && part != ".."
                    && part.utf8.allSatisfy { byte in
                        let character = Character(UnicodeScalar(byte))
                        return character.isASCII
                            && (character.isLetter || character.isNumber || "-_.".contains(character))
                    }
            }
        guard isPath else {
            throw configuration.invalid(
                .delivery, "\(prefix) is no path of letters, digits, '-', '_' and '.' between slashes: x-accel:/objects"
            )
        }
        return .frontServer(prefix: String(prefix))
    }
}
