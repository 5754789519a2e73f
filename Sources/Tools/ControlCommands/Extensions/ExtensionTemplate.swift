// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import AssetPackModel

/// A downloader extension with no code of its own: its files, and what the rest of the project needs for it.
struct ExtensionTemplate: Equatable {
    /// Where the asset packs come from.
    enum Hosting: String, ExpressibleByArgument, CaseIterable, Sendable {
        /// The host that the app came from.
        case host
        /// A server of the publisher's own.
        case `self`
    }

    let hosting: Hosting
    /// The name of the target; a Swift identifier.
    let name: String

    /// - Throws: `ControlError.usage` when the name cannot be that of a target and a type.
    init(hosting: Hosting, name: String) throws(ControlError) {
        let isIdentifier =
            name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        guard isIdentifier, let first = name.first, !first.isNumber, name.utf8.count <= 64, name != "main" else {
            throw .usage(
                "\"\(name)\" cannot name a target: use ASCII letters, digits and _, up to 64, with no digit first")
        }
        guard !Self.reservedNames.contains(name) else {
            throw .usage(
                "\"\(name)\" cannot name a target: Swift, or a module that the extension imports, has that name")
        }
        self.hosting = hosting
        self.name = name
    }

    /// Keywords, which no module can be named by, and the modules that the code imports.
    private static let reservedNames: Set<String> = [
        "Any", "BackgroundAssets", "ExtensionFoundation", "Foundation", "Self", "StoreKit", "Swift", "System",
        "URLLoading",
        "_", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit",
        "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
        "import",
        "in", "init", "inout", "internal", "is", "let", "nil", "operator", "package", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
        "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// The extension's code. The same lines compile on Apple's platforms.
    var code: String {
        switch hosting {
        case .host:
            """
            import BackgroundAssets
            import ExtensionFoundation
            import StoreKit

            @main
            struct \(typeName): StoreDownloaderExtension {
                func shouldDownload(_ assetPack: AssetPack) -> Bool {
                    // Called for each asset pack that the system is about to download by itself. Return false for one
                    // that is of no use on this device. Take the method out to download all of them.
                    return true
                }
            }

            """
        case .self:
            """
            import BackgroundAssets
            import ExtensionFoundation

            @main
            struct \(typeName): ManagedDownloaderExtension {
                func shouldDownload(_ assetPack: AssetPack) -> Bool {
                    // Called for each asset pack that the system is about to download by itself. Return false for one
                    // that is of no use on this device. Take the method out to download all of them.
                    return true
                }
            }

            """
        }
    }

    /// The extension's Info.plist. `ba bundle` adds what follows from the app (CFBundleIdentifier, versions).
    var info: PropertyList {
        PropertyList([
            "EXAppExtensionAttributes": .dictionary([
                "EXExtensionPointIdentifier": .string(ExtensionInformation.extensionPoint)
            ])
        ])
    }

    /// The lines for Package.swift.
    var packageLines: String {
        let products = ["BackgroundAssets", "ExtensionFoundation"] + (hosting == .host ? ["StoreKit"] : [])
        let dependencies = products.map {
            "            .product(name: \"\($0)\", package: \"swift-background-assets\"),"
        }
        return """
                .executableTarget(
                    name: "\(name)",
                    dependencies: [
            \(dependencies.joined(separator: "\n"))
                    ],
                    exclude: ["Info.plist"]),
            """
    }

    /// The keys for the app's Info.plist.
    var appKeys: String {
        let source =
            switch hosting {
            case .host: "<key>BAUsesAppleHosting</key>\n    <true/>"
            case .self: "<key>BAManifestURL</key>\n    <string>https://assets.example.com/manifest.json</string>"
            }
        return """
                <key>BAAppGroupID</key>
                <string>group.com.example.app</string>
                <key>BAHasManagedAssetPacks</key>
                <true/>
                \(source)
            """
    }

    /// A type may not be named like its module.
    private var typeName: String { name == "DownloaderExtension" ? "Downloader" : "DownloaderExtension" }
}
