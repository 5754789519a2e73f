// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Varlink

/// The texts of our interfaces, as the `.varlink` files in `Interfaces` have them; they are part of the executable.
package enum InterfaceText {
    package static let apps = text(PackageResources.backgroundassets_v1_Apps_varlink)
    package static let packs = text(PackageResources.backgroundassets_v1_Packs_varlink)
    package static let downloads = text(PackageResources.backgroundassets_v1_Downloads_varlink)
    package static let files = text(PackageResources.backgroundassets_v1_Files_varlink)
    package static let tasks = text(PackageResources.backgroundassets_v1_Tasks_varlink)
    package static let sessions = text(PackageResources.backgroundassets_v1_Sessions_varlink)
    package static let notifications = text(PackageResources.backgroundassets_v1_Notifications_varlink)
    package static let storage = text(PackageResources.backgroundassets_v1_Storage_varlink)
    package static let control = text(PackageResources.backgroundassets_v1_Control_varlink)
    package static let debug = text(PackageResources.backgroundassets_v1_Debug_varlink)
    package static let extensions = text(PackageResources.backgroundassets_v1_Extension_varlink)
    package static let errors = text(PackageResources.backgroundassets_v1_Errors_varlink)

    /// All of them, by the name of the interface; what the service answers to `GetInterfaceDescription`.
    package static let all: [String: String] = [
        "backgroundassets.v1.Apps": apps,
        "backgroundassets.v1.Packs": packs,
        "backgroundassets.v1.Downloads": downloads,
        "backgroundassets.v1.Files": files,
        "backgroundassets.v1.Tasks": tasks,
        "backgroundassets.v1.Sessions": sessions,
        "backgroundassets.v1.Notifications": notifications,
        "backgroundassets.v1.Storage": storage,
        "backgroundassets.v1.Control": control,
        "backgroundassets.v1.Debug": debug,
        "backgroundassets.v1.Extension": extensions,
        "backgroundassets.v1.Errors": errors,
    ]

    /// Reads the text of one of them.
    ///
    /// - Throws: the fault in it, or that there is no such interface.
    package static func description(of name: String) throws(InterfaceDescriptionError) -> InterfaceDescription {
        try InterfaceDescription(all[name] ?? "")
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
