// swift-tools-version: 6.2
// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// What an app links is free of the dependencies that stand behind a trait; an app that asks for `traits: []` does not
// even fetch them.
func service(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Service"]))
}
func hosting(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Hosting"]))
}
func tools(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Tools"]))
}
// For whoever makes or serves archives, or signs bundles.
let crypto = Target.Dependency.product(
    name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Tools", "Hosting", "Service"]))
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
    name: "swift-background-assets",
    products: [
        .library(name: "BackgroundAssets", targets: ["BackgroundAssets"]),
        .library(name: "BackgroundTasks", targets: ["BackgroundTasks"]),
        .library(name: "SwiftUI", targets: ["SwiftUI"]),
        .library(name: "UserNotifications", targets: ["UserNotifications"]),
        .library(name: "BackgroundAssetsExtras", targets: ["BackgroundAssetsExtras"]),
        .library(name: "StoreKit", targets: ["StoreKit"]),
        .library(name: "ExtensionFoundation", targets: ["ExtensionFoundation"]),
        .library(name: "System", targets: ["System"]),
        .library(name: "URLLoading", targets: ["URLLoading"]),
        .library(name: "OSLog", targets: ["OSLog"]),
        // libbackgroundassets.so, for apps in C and other languages.
        .library(name: "backgroundassets", type: .dynamic, targets: ["CBackgroundAssets"]),
        .executable(name: "backgroundassetsd", targets: ["backgroundassetsd"]),
        .executable(name: "ba", targets: ["ba"]),
        .executable(name: "ba-package", targets: ["ba-package"]),
        .executable(name: "ba-serve", targets: ["ba-serve"]),
        .executable(name: "ba-page", targets: ["ba-page"]),
        .executable(name: "ba-transport", targets: ["ba-transport"]),
        .executable(name: "backgroundassets-debug", targets: ["backgroundassets-debug"]),
        // The downloader extension of apps that are not written in Swift.
        .executable(name: "managed-downloader", targets: ["managed-downloader"]),
    ],
    traits: [
        .trait(name: "Service", description: "The system service: database, HTTP client."),
        .trait(name: "Hosting", description: "The development server and the host: HTTP server, certificates."),
        .trait(name: "Tools", description: "The command-line tools."),
        .default(enabledTraits: ["Service", "Hosting", "Tools"]),
    ],
    dependencies: [
        // FilePath and FileDescriptor, which Apple's API takes and returns.
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        // Command lines of the tools and the service.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // What the host measures.
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        // Logs of the service and the servers.
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        // SHA-256 of blocks and files, signatures of bundles.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        // The service's socket, and what the HTTP client and server stand on.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        // Downloads, and the uploads of ba-transport.
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        // The service's state.
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Start and graceful end of the service's long-lived parts.
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        // The HTTPS server of ba-serve, the HTTP server of ba-page.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        // HTML of pages.
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        // Tokens by which programs are known to the host, or to App Store Connect.
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        // The development server's own CA and leaf.
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        // Parts of requests and answers, for what the server answers at once.
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        // An HTTP/2 server for tests.
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        // The host's configuration file.
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        // Requests and responses of the delivery logic.
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    ],
    targets: [
        // MARK: Frameworks
        .target(name: "System", dependencies: [system], path: "Sources/Frameworks/Compatibility/System"),
        .target(name: "OSLog", path: "Sources/Frameworks/Compatibility/OSLog"),
        .target(
            name: "URLLoading", dependencies: ["ServiceClient", "ServiceInterface", "Varlink", "SystemSupport"],
            path: "Sources/Frameworks/URLLoading"),
        .target(
            name: "ExtensionFoundation",
            dependencies: ["Varlink", "ServiceInterface", "SystemSupport"],
            path: "Sources/Frameworks/Compatibility/ExtensionFoundation"),
        .target(
            name: "BackgroundAssets",
            dependencies: [
                "System", "URLLoading", "ExtensionFoundation", "ServiceClient", "ServiceInterface", "AssetPackModel",
                "AssetPackFiles", "Varlink", "SystemSupport", system,
            ],
            path: "Sources/Frameworks/BackgroundAssets"),
        .target(
            name: "BackgroundTasks",
            dependencies: ["URLLoading", "ServiceClient", "ServiceInterface", "SystemSupport"],
            path: "Sources/Frameworks/BackgroundTasks"),
        .target(
            name: "SwiftUI", dependencies: ["BackgroundTasks", "ServiceClient"], path: "Sources/Frameworks/SwiftUI"),
        // What Apple has not got.
        .target(
            name: "BackgroundAssetsExtras", dependencies: ["BackgroundTasks", "ServiceInterface"],
            path: "Sources/Frameworks/BackgroundAssetsExtras"),
        .target(
            name: "UserNotifications", dependencies: ["ServiceClient", "ServiceInterface", "SystemSupport"],
            path: "Sources/Frameworks/UserNotifications"),
        .target(
            name: "StoreKit",
            dependencies: ["BackgroundAssets"],
            path: "Sources/Frameworks/Compatibility/StoreKit"),

        .systemLibrary(name: "CBackgroundAssetsHeader", path: "Sources/Frameworks/CBackgroundAssets/Header"),
        .target(
            name: "CBackgroundAssets",
            dependencies: [
                "BackgroundAssets", "CBackgroundAssetsHeader", "System", "ServiceInterface", "Varlink",
            ],
            path: "Sources/Frameworks/CBackgroundAssets", exclude: ["Header", "include", "exports.map"],
            linkerSettings: [
                // A name with a major version; only the symbols that are listed; threads of the library outlive dlclose().
                .unsafeFlags(
                    ["-soname", "libbackgroundassets.so.1", "-z", "nodelete"].flatMap { ["-Xlinker", $0] } + [
                        "-Xlinker",
                        "--version-script=\(Context.packageDirectory)/Sources/Frameworks/CBackgroundAssets/exports.map",
                    ])
            ]),

        // MARK: Model
        .target(name: "AssetPackModel", dependencies: ["SystemSupport"], path: "Sources/Model/AssetPackModel"),
        .target(
            name: "AppleArchive",
            dependencies: ["SystemSupport", "CSystemShims", "CLZ4", "CLZMA", "CZlib", system],
            path: "Sources/Model/AppleArchive"),
        .target(
            name: "AssetPackFiles",
            dependencies: ["AssetPackModel", "SystemSupport", system],
            path: "Sources/Model/AssetPackFiles"),
        .target(
            name: "AssetPackArchives",
            dependencies: ["AssetPackModel", "AppleArchive", "AssetPackFiles", crypto],
            path: "Sources/Model/AssetPackArchives"),
        .target(
            name: "BundleSigning",
            dependencies: ["AssetPackModel", "SystemSupport", "CSystemShims", crypto, system],
            path: "Sources/Model/BundleSigning"),

        // MARK: IPC
        .target(name: "Varlink", dependencies: ["SystemSupport", "CSystemShims", system], path: "Sources/IPC/Varlink"),
        .target(
            name: "ServiceInterface",
            dependencies: ["AssetPackModel", "Varlink"],
            path: "Sources/IPC/ServiceInterface",
            resources: [
                "Apps", "Packs", "Downloads", "Files", "Tasks", "Sessions", "Notifications", "Storage", "Control",
                "Debug",
                "Extension", "Errors",
            ].map {
                .embedInCode("Interfaces/backgroundassets.v1.\($0).varlink")
            }),
        .target(
            name: "ServiceClient",
            dependencies: [
                "ServiceInterface", "AssetPackModel", "Varlink", "SystemSupport", "CSystemShims", system,
            ],
            path: "Sources/IPC/ServiceClient"),

        // MARK: Service
        .target(
            name: "AssetStore",
            dependencies: ["AssetPackFiles", "SystemSupport", "CSystemShims", service("GRDB", "GRDB.swift")],
            path: "Sources/Service/AssetStore"),
        .target(
            name: "DownloadScheduler", dependencies: ["Ordering"], path: "Sources/Service/DownloadScheduler"),
        .target(name: "TaskScheduler", dependencies: ["Ordering"], path: "Sources/Service/TaskScheduler"),
        .target(
            name: "MessageBus", dependencies: ["SystemSupport", "CSystemBus", system],
            path: "Sources/Service/MessageBus"),
        .target(
            name: "DeviceConditions",
            dependencies: ["MessageBus", "SystemSupport", "CSystemShims", service("Logging", "swift-log"), system],
            path: "Sources/Service/DeviceConditions"),
        .target(
            name: "DesktopNotifications",
            dependencies: ["MessageBus", "SystemSupport", "CSystemShims", service("Logging", "swift-log")],
            path: "Sources/Service/DesktopNotifications"),
        .target(
            name: "TransferEngine",
            dependencies: [
                "AssetPackModel", "AppleArchive", "AssetPackFiles", "SystemSupport", "CSystemShims", system,
                service("AsyncHTTPClient", "async-http-client"), service("NIOCore", "swift-nio"),
                service("NIOPosix", "swift-nio"), service("NIOHTTP1", "swift-nio"),
                service("NIOTLS", "swift-nio"), service("NIOSSL", "swift-nio-ssl"),
                service("Crypto", "swift-crypto"),
                service("Logging", "swift-log"),
            ],
            path: "Sources/Service/TransferEngine"),
        .target(
            name: "BundleSources",
            dependencies: [
                "AssetPackModel", "AppleArchive", "SystemSupport", "CSystemShims", "CLZMA", "CZlib", "CZstd", system,
            ],
            path: "Sources/Model/BundleSources"),
        .target(
            name: "ProcessSupervision",
            dependencies: ["SystemSupport", "CSystemShims", system, service("Logging", "swift-log")],
            path: "Sources/Service/ProcessSupervision"),
        .target(
            name: "AppHost",
            dependencies: [
                "MessageBus", "ProcessSupervision", "SystemSupport", "CSystemShims", system,
                service("Logging", "swift-log"),
            ],
            path: "Sources/Service/AppHost"),
        .target(
            name: "ExtensionHost",
            dependencies: [
                "ProcessSupervision", "ServiceInterface", "Varlink", "SystemSupport", "CSystemShims", system,
                service("Logging", "swift-log"),
            ],
            path: "Sources/Service/ExtensionHost"),
        .target(
            name: "AssetService",
            dependencies: [
                "AssetStore", "BundleSigning", "DownloadScheduler", "TaskScheduler", "MessageBus", "DeviceConditions",
                "DesktopNotifications",
                "TransferEngine",
                "BundleSources", "ProcessSupervision", "AppHost", "ExtensionHost", "ServiceInterface", "Varlink",
                "AssetPackModel",
                "AssetPackFiles", "SystemSupport", "ConnectionListening", "CSystemShims", system,
                service("NIOCore", "swift-nio"), service("NIOPosix", "swift-nio"), service("Logging", "swift-log"),
                service("Crypto", "swift-crypto"),
            ],
            path: "Sources/Service/AssetService"),
        .executableTarget(
            name: "backgroundassetsd",
            dependencies: [
                "AssetService", "MessageBus", "ExtensionHost", "ProcessSupervision", "AssetPackModel",
                "SystemSupport",
                "CSystemShims", "CQuietProcess", system,
                service("ArgumentParser", "swift-argument-parser"), service("Logging", "swift-log"),
                service("UnixSignals", "swift-service-lifecycle"),
            ],
            path: "Sources/Service/backgroundassetsd"),

        // MARK: Tools
        .target(
            name: "ToolSupport",
            dependencies: ["SystemSupport", "CSystemShims", tools("ArgumentParser", "swift-argument-parser")],
            path: "Sources/Tools/ToolSupport"),
        .target(
            name: "PackagingCommands",
            dependencies: [
                "ToolSupport", "AssetPackModel", "AppleArchive", "AssetPackFiles", "AssetPackArchives", "SystemSupport",
                "CSystemShims", system, tools("ArgumentParser", "swift-argument-parser"),
            ],
            path: "Sources/Tools/PackagingCommands"),
        .target(
            name: "TransportCommands",
            dependencies: [
                "ToolSupport", "PackagingCommands", "AssetPackArchives", "AssetPackModel", "SystemSupport", system,
                tools("ArgumentParser", "swift-argument-parser"), tools("AsyncHTTPClient", "async-http-client"),
                tools("Crypto", "swift-crypto"), tools("JWTKit", "jwt-kit"), tools("NIOCore", "swift-nio"),
                tools("NIOHTTP1", "swift-nio"), tools("NIOPosix", "swift-nio"), tools("NIOSSL", "swift-nio-ssl"),
            ],
            path: "Sources/Tools/TransportCommands"),
        .target(
            name: "ControlCommands",
            dependencies: [
                "ToolSupport", "ServiceClient", "ServiceInterface", "Varlink", "AssetPackModel", "BundleSigning",
                "SystemSupport", "CSystemShims", system, tools("ArgumentParser", "swift-argument-parser"),
            ],
            path: "Sources/Tools/ControlCommands"),
        .target(
            name: "MockServer",
            dependencies: [
                "ToolSupport", "ControlCommands", "HostingDelivery", "HostingIdentity", "AssetPackModel",
                "AssetPackFiles", "AppleArchive", "AssetPackArchives", "SystemSupport", "CSystemShims", system,
                tools("ArgumentParser", "swift-argument-parser"), hosting("Crypto", "swift-crypto"),
                hosting("Hummingbird", "hummingbird"), hosting("HummingbirdCore", "hummingbird"),
                hosting("HummingbirdHTTP2", "hummingbird"), hosting("HTTPTypes", "swift-http-types"),
                hosting("NIOCore", "swift-nio"), hosting("NIOPosix", "swift-nio"), hosting("NIOTLS", "swift-nio"),
                hosting("NIOSSL", "swift-nio-ssl"), hosting("X509", "swift-certificates"),
                hosting("SwiftASN1", "swift-asn1"),
                hosting("Logging", "swift-log"), hosting("ServiceLifecycle", "swift-service-lifecycle"),
                hosting("UnixSignals", "swift-service-lifecycle"),
            ],
            path: "Sources/Tools/MockServer"),
        .target(
            name: "DeviceLink",
            dependencies: [
                "Varlink", "SystemSupport", "ConnectionListening", system, hosting("Crypto", "swift-crypto"),
                hosting("X509", "swift-certificates"), hosting("SwiftASN1", "swift-asn1"),
                hosting("NIOCore", "swift-nio"), hosting("NIOPosix", "swift-nio"), hosting("NIOTLS", "swift-nio"),
                hosting("NIOSSL", "swift-nio-ssl"),
            ],
            path: "Sources/Tools/DeviceLink"),
        .target(
            name: "DebugCommands",
            dependencies: [
                "ControlCommands", "DeviceLink", "ToolSupport", "ServiceInterface", "Varlink", "SystemSupport",
                tools("ArgumentParser", "swift-argument-parser"),
            ],
            path: "Sources/Tools/DebugCommands"),
        .target(
            name: "ProgressPage",
            // System: as of HostingDelivery.
            dependencies: [
                "ControlCommands", "System", "ToolSupport", "ServiceInterface", "SystemSupport",
                tools("ArgumentParser", "swift-argument-parser"), hosting("Hummingbird", "hummingbird"),
                hosting("HTTPTypes", "swift-http-types"), hosting("Mustache", "swift-mustache"),
                hosting("NIOCore", "swift-nio"), hosting("Logging", "swift-log"),
            ],
            path: "Sources/Tools/ProgressPage",
            resources: ["mustache", "css", "js"].map { .embedInCode("Assets/page.\($0)") }),
        .executableTarget(
            name: "ba-page", dependencies: ["ProgressPage", "ToolSupport"], path: "Sources/Tools/ba-page"),
        .executableTarget(
            name: "backgroundassets-debug", dependencies: ["DebugCommands"],
            path: "Sources/Tools/backgroundassets-debug"),
        .executableTarget(name: "ba", dependencies: ["ControlCommands", "ToolSupport"], path: "Sources/Tools/ba"),
        .executableTarget(
            name: "ba-package", dependencies: ["PackagingCommands", "ToolSupport"], path: "Sources/Tools/ba-package"),
        .executableTarget(
            name: "ba-transport", dependencies: ["TransportCommands", "ToolSupport"],
            path: "Sources/Tools/ba-transport"),
        .executableTarget(
            name: "ba-serve", dependencies: ["MockServer", "ToolSupport"], path: "Sources/Tools/ba-serve"),

        .executableTarget(
            name: "managed-downloader", dependencies: ["BackgroundAssets", "ExtensionFoundation"],
            path: "Sources/Tools/managed-downloader"),

        // MARK: Hosting
        .target(
            name: "HostingModel",
            dependencies: [
                "AssetPackModel", "SystemSupport", hosting("Crypto", "swift-crypto"),
                hosting("CryptoExtras", "swift-crypto"),
            ],
            path: "Sources/Hosting/HostingModel"),
        .target(
            name: "HostingStorage",
            dependencies: [
                "AssetPackModel", "HostingModel", "CPostgreSQL", "CSystemShims", "SystemSupport",
                hosting("GRDB", "GRDB.swift"), hosting("GRDBSQLite", "GRDB.swift"),
                hosting("Logging", "swift-log"), hosting("Crypto", "swift-crypto"), hosting("NIOCore", "swift-nio"),
                hosting("NIOPosix", "swift-nio"), hosting("NIOHTTP1", "swift-nio"),
                hosting("NIOSSL", "swift-nio-ssl"),
                hosting("Metrics", "swift-metrics"), hosting("AsyncHTTPClient", "async-http-client"), system,
            ],
            path: "Sources/Hosting/HostingStorage"),
        .target(
            name: "HostingProcessing",
            dependencies: [
                "AppleArchive", "AssetPackArchives", "AssetPackFiles", "AssetPackModel", "BundleSources",
                "HostingModel", "HostingStorage", "SystemSupport", hosting("Crypto", "swift-crypto"),
                hosting("Logging", "swift-log"), hosting("NIOCore", "swift-nio"), hosting("NIOPosix", "swift-nio"),
                system,
            ],
            path: "Sources/Hosting/HostingProcessing"),
        .target(
            name: "HostingNotification",
            dependencies: [
                "HostingModel", "HostingStorage", hosting("AsyncHTTPClient", "async-http-client"),
                hosting("Logging", "swift-log"), hosting("NIOCore", "swift-nio"), hosting("NIOHTTP1", "swift-nio"),
                hosting("NIOPosix", "swift-nio"), hosting("NIOSSL", "swift-nio-ssl"), hosting("NIOTLS", "swift-nio"),
            ],
            path: "Sources/Hosting/HostingNotification"),
        .target(
            name: "HostingAPI",
            // System: as of HostingDelivery.
            dependencies: [
                "AssetPackModel", "HostingDelivery", "HostingModel", "HostingPublishing", "HostingStorage", "System",
                "SystemSupport",
                hosting("Crypto", "swift-crypto"), hosting("Hummingbird", "hummingbird"),
                hosting("HTTPTypes", "swift-http-types"), hosting("JWTKit", "jwt-kit"),
                hosting("Logging", "swift-log"), hosting("NIOCore", "swift-nio"),
            ],
            path: "Sources/Hosting/HostingAPI"),
        .target(
            name: "HostingDelivery",
            // System: swift-nio's file system, which Hummingbird brings, uses it wherever it can be imported.
            dependencies: [
                "AssetPackModel", "System", "SystemSupport", "CSystemShims", hosting("Crypto", "swift-crypto"),
                hosting("Hummingbird", "hummingbird"), hosting("HTTPTypes", "swift-http-types"),
                hosting("HummingbirdCore", "hummingbird"), hosting("Logging", "swift-log"),
                hosting("NIOCore", "swift-nio"), hosting("NIOHTTP1", "swift-nio"),
                hosting("NIOHTTPTypes", "swift-nio-extras"), hosting("NIOHTTPTypesHTTP1", "swift-nio-extras"),
                hosting("NIOPosix", "swift-nio"), hosting("NIOSSL", "swift-nio-ssl"), hosting("NIOTLS", "swift-nio"),
            ],
            path: "Sources/Hosting/HostingDelivery"),
        .target(
            name: "HostingPublishing",
            // System: as of HostingDelivery.
            dependencies: [
                "AssetPackModel", "HostingDelivery", "HostingModel", "HostingStorage", "System", "SystemSupport",
                hosting("Crypto", "swift-crypto"),
                hosting("Hummingbird", "hummingbird"), hosting("HummingbirdCore", "hummingbird"),
                hosting("HTTPTypes", "swift-http-types"), hosting("Logging", "swift-log"),
                hosting("NIOCore", "swift-nio"),
            ],
            path: "Sources/Hosting/HostingPublishing"),
        .target(
            name: "HostingOpenID",
            // System: as of HostingDelivery.
            dependencies: [
                "HostingModel", "System", hosting("AsyncHTTPClient", "async-http-client"),
                hosting("Crypto", "swift-crypto"), hosting("JWTKit", "jwt-kit"), hosting("NIOCore", "swift-nio"),
                hosting("NIOHTTP1", "swift-nio"), hosting("NIOSSL", "swift-nio-ssl"),
            ],
            path: "Sources/Hosting/HostingOpenID"),
        .target(
            name: "HostingConsole",
            // System: as of HostingDelivery.
            dependencies: [
                "AssetPackModel", "HostingAPI", "HostingDelivery", "HostingModel", "HostingOpenID",
                "HostingStorage", "System",
                "SystemSupport",
                hosting("Crypto", "swift-crypto"), hosting("Hummingbird", "hummingbird"),
                hosting("HTTPTypes", "swift-http-types"), hosting("Logging", "swift-log"),
                hosting("Mustache", "swift-mustache"), hosting("NIOCore", "swift-nio"),
            ],
            path: "Sources/Hosting/HostingConsole",
            resources: [
                "layout.mustache", "problem.mustache", "sign-in.mustache", "welcome.mustache", "apps.mustache",
                "app.mustache", "pack.mustache", "version.mustache", "difference.mustache", "reviews.mustache",
                "review.mustache", "log.mustache", "team.mustache", "webhooks.mustache", "webhook.mustache",
                "builds.mustache", "build.mustache", "app-versions.mustache", "app-version.mustache",
                "account.mustache", "member.mustache", "webhook-fields.mustache", "app-settings.mustache",
                "app-new.mustache",
                "upload.js", "console.css", "console.js",
            ].map { .embedInCode("Assets/\($0)") }),
        .target(
            name: "HostingIdentity",
            dependencies: [
                "SystemSupport", hosting("Crypto", "swift-crypto"), hosting("NIOCore", "swift-nio"),
                hosting("NIOSSL", "swift-nio-ssl"), hosting("X509", "swift-certificates"),
                hosting("SwiftASN1", "swift-asn1"),
            ],
            path: "Sources/Hosting/HostingIdentity"),
        .target(
            name: "HostingMetrics",
            // System: as of HostingDelivery.
            dependencies: [
                "HostingDelivery", "HostingModel", "HostingStorage", "System", hosting("CoreMetrics", "swift-metrics"),
                hosting("Hummingbird", "hummingbird"), hosting("HTTPTypes", "swift-http-types"),
                hosting("Logging", "swift-log"), hosting("Metrics", "swift-metrics"), hosting("NIOCore", "swift-nio"),
            ],
            path: "Sources/Hosting/HostingMetrics"),
        .target(
            name: "HostCommands",
            dependencies: [
                "HostingAPI", "HostingConsole", "HostingDelivery", "HostingIdentity", "HostingMetrics", "HostingModel",
                "HostingNotification", "HostingOpenID", "HostingProcessing",
                "HostingPublishing", "HostingStorage", "System", "SystemSupport", "ToolSupport",
                tools("ArgumentParser", "swift-argument-parser"),
                hosting("Hummingbird", "hummingbird"), hosting("HummingbirdCore", "hummingbird"),
                hosting("HummingbirdHTTP2", "hummingbird"), hosting("Logging", "swift-log"),
                hosting("Metrics", "swift-metrics"), hosting("NIOCore", "swift-nio"),
                hosting("NIOPosix", "swift-nio"),
                hosting("NIOSSL", "swift-nio-ssl"), hosting("ServiceLifecycle", "swift-service-lifecycle"),
                hosting("UnixSignals", "swift-service-lifecycle"), hosting("Yams", "Yams"),
            ],
            path: "Sources/Hosting/HostCommands"),
        .executableTarget(
            name: "ba-host", dependencies: ["HostCommands", "ToolSupport", "CHeapLimits"],
            path: "Sources/Hosting/ba-host"),

        // MARK: Support
        .target(name: "Ordering", path: "Sources/Support/Ordering"),
        .target(name: "CSystemShims", path: "Sources/Support/CSystemShims"),
        // Loads libsystemd when there is a bus to talk to, and links nothing.
        .target(name: "CSystemBus", path: "Sources/Support/CSystemBus"),
        .target(name: "CHeapLimits", path: "Sources/Support/CHeapLimits"),
        // Linked by the service alone: replaces the threads that Swift's tasks run on.
        .target(name: "CQuietProcess", dependencies: ["CHeapLimits"], path: "Sources/Support/CQuietProcess"),
        .systemLibrary(
            name: "CLZ4", path: "Sources/Support/CLZ4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"])]),
        .systemLibrary(
            name: "CLZMA", path: "Sources/Support/CLZMA", pkgConfig: "liblzma", providers: [.apt(["liblzma-dev"])]),
        .systemLibrary(
            name: "CZlib", path: "Sources/Support/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CPostgreSQL", path: "Sources/Support/CPostgreSQL", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"])]),
        .systemLibrary(
            name: "CZstd", path: "Sources/Support/CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .target(
            name: "SystemSupport", dependencies: ["CSystemShims", system], path: "Sources/Support/SystemSupport"),
        .target(
            name: "ConnectionListening",
            dependencies: ["NIOCore", "NIOPosix"].map {
                .product(name: $0, package: "swift-nio", condition: .when(traits: ["Hosting", "Service"]))
            },
            path: "Sources/Support/ConnectionListening"),

        // MARK: TestSupport
        // A service on a bus, for tests.
        .target(name: "CTestBus", path: "Sources/TestSupport/CTestBus", linkerSettings: [.linkedLibrary("systemd")]),
        .target(
            name: "AssetTestSupport",
            dependencies: [
                "CTestBus", "AssetPackModel", "SystemSupport", "ConnectionListening", "CSystemShims",
                service("Logging", "swift-log"),
                hosting("Crypto", "swift-crypto"),
                hosting("NIOCore", "swift-nio"),
                hosting("NIOPosix", "swift-nio"), hosting("NIOHTTP1", "swift-nio"),
                hosting("NIOSSL", "swift-nio-ssl"), hosting("NIOHTTP2", "swift-nio-http2"),
                hosting("X509", "swift-certificates"), hosting("SwiftASN1", "swift-asn1"),
            ],
            path: "Sources/TestSupport/AssetTestSupport"),
        .target(
            name: "IPCTestSupport",
            dependencies: ["Varlink", "ServiceInterface", "SystemSupport", "CSystemShims"],
            path: "Tests/IPC/IPCTestSupport"),

        // Programs that tests run: an app and downloader extensions, as users write them.
        .executableTarget(
            name: "FixtureGame", dependencies: ["BackgroundAssets", "System"], path: "Tests/Fixtures/FixtureGame"),
        .executableTarget(
            name: "FixtureTasks", dependencies: ["BackgroundTasks"], path: "Tests/Fixtures/FixtureTasks"),
        .executableTarget(
            name: "FixtureExtras", dependencies: ["BackgroundAssetsExtras", "BackgroundTasks", "URLLoading"],
            path: "Tests/Fixtures/FixtureExtras"),
        .executableTarget(
            name: "FixtureNotifications", dependencies: ["BackgroundTasks", "UserNotifications"],
            path: "Tests/Fixtures/FixtureNotifications"),
        .executableTarget(
            name: "FixtureScenes", dependencies: ["BackgroundTasks", "SwiftUI"], path: "Tests/Fixtures/FixtureScenes"),
        .executableTarget(
            name: "FixtureSessions", dependencies: ["BackgroundTasks", "SwiftUI", "URLLoading"],
            path: "Tests/Fixtures/FixtureSessions",
            // As it is documented for files that import Foundation alone.
            swiftSettings: [.unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "URLLoading"])]),
        .executableTarget(
            name: "FixtureDownloader", dependencies: ["BackgroundAssets", "ExtensionFoundation", "StoreKit"],
            path: "Tests/Fixtures/FixtureDownloader"),
        .executableTarget(name: "FixturePeer", path: "Tests/Fixtures/FixturePeer"),
        .executableTarget(
            name: "FixtureExtension", dependencies: ["BackgroundAssets", "ExtensionFoundation", "StoreKit"],
            path: "Tests/Frameworks/FixtureExtension"),

        // Codes single blocks for Benchmarks/Scripts/lzfse-crosscheck.py.
        .executableTarget(
            name: "block-codec", dependencies: ["AppleArchive"], path: "Benchmarks/Scripts/block-codec"),

        // MARK: Tests
        .testTarget(
            name: "SystemSupportTests", dependencies: ["SystemSupport", "AssetTestSupport", system],
            path: "Tests/Support/SystemSupportTests"),
        .testTarget(
            name: "AppleArchiveTests",
            dependencies: ["AppleArchive", "AssetTestSupport", "SystemSupport", "CSystemShims"],
            path: "Tests/Model/AppleArchiveTests"),
        .testTarget(
            name: "AssetPackFilesTests",
            dependencies: ["AssetPackFiles", "AssetPackModel", "AssetTestSupport", "SystemSupport"],
            path: "Tests/Model/AssetPackFilesTests"),
        .testTarget(
            name: "AssetPackModelTests", dependencies: ["AssetPackModel", "AssetTestSupport"],
            path: "Tests/Model/AssetPackModelTests"),
        .testTarget(
            name: "AssetPackArchivesTests",
            dependencies: [
                "AssetPackArchives", "AppleArchive", "AssetPackFiles", "AssetPackModel", "AssetTestSupport",
                "SystemSupport",
            ],
            path: "Tests/Model/AssetPackArchivesTests"),
        .testTarget(
            name: "BundleSigningTests",
            dependencies: ["BundleSigning", "AssetPackModel", "AssetTestSupport", "SystemSupport"],
            path: "Tests/Model/BundleSigningTests"),
        .testTarget(
            name: "VarlinkTests", dependencies: ["Varlink", "SystemSupport", "IPCTestSupport"],
            path: "Tests/IPC/VarlinkTests"),
        .testTarget(
            name: "ServiceInterfaceTests", dependencies: ["ServiceInterface", "Varlink", "AssetPackModel"],
            path: "Tests/IPC/ServiceInterfaceTests"),
        .testTarget(
            name: "ServiceClientTests",
            dependencies: [
                "ServiceClient", "ServiceInterface", "Varlink", "SystemSupport", "CSystemShims", "IPCTestSupport",
            ],
            path: "Tests/IPC/ServiceClientTests"),
        .testTarget(
            name: "BackgroundAssetsTests",
            dependencies: [
                "BackgroundAssets", "FixtureExtension", "ServiceInterface", "Varlink", "AssetPackModel",
                "AssetPackFiles", "SystemSupport", "IPCTestSupport", "AssetTestSupport",
            ],
            path: "Tests/Frameworks/BackgroundAssetsTests"),
        .testTarget(
            name: "APIConformanceTests",
            dependencies: [
                "BackgroundAssets", "StoreKit", "ExtensionFoundation", "System", "OSLog", "URLLoading",
                "BackgroundTasks", "SwiftUI", "UserNotifications",
            ],
            path: "Tests/APIConformanceTests"),
        .testTarget(
            name: "URLLoadingTests", dependencies: ["URLLoading", "ServiceClient", "ServiceInterface"],
            path: "Tests/Frameworks/URLLoadingTests"),
        .testTarget(
            name: "BackgroundTasksTests",
            dependencies: [
                "BackgroundTasks", "ServiceInterface", "Varlink", "SystemSupport", "IPCTestSupport", "AssetTestSupport",
            ],
            path: "Tests/Frameworks/BackgroundTasksTests"),
        .testTarget(
            name: "UserNotificationsTests", dependencies: ["UserNotifications", "ServiceInterface"],
            path: "Tests/Frameworks/UserNotificationsTests"),
        .testTarget(
            name: "SystemTests", dependencies: ["System", system], path: "Tests/Frameworks/SystemTests"),
        .testTarget(
            name: "DownloadSchedulerTests", dependencies: ["DownloadScheduler", "AssetTestSupport"],
            path: "Tests/Service/DownloadSchedulerTests"),
        .testTarget(
            name: "TaskSchedulerTests", dependencies: ["TaskScheduler", "AssetTestSupport"],
            path: "Tests/Service/TaskSchedulerTests"),
        .testTarget(
            name: "DeviceConditionsTests",
            dependencies: ["DeviceConditions", "MessageBus", "AssetTestSupport", service("Logging", "swift-log")],
            path: "Tests/Service/DeviceConditionsTests"),
        .testTarget(
            name: "DesktopNotificationsTests",
            dependencies: ["DesktopNotifications", "AssetTestSupport", "MessageBus", service("Logging", "swift-log")],
            path: "Tests/Service/DesktopNotificationsTests"),
        .testTarget(
            name: "AssetStoreTests",
            dependencies: ["AssetStore", "AssetPackFiles", "AssetTestSupport", "SystemSupport"],
            path: "Tests/Service/AssetStoreTests"),
        .testTarget(
            name: "TransferEngineTests",
            dependencies: [
                "TransferEngine", "AppleArchive", "AssetPackFiles", "AssetPackModel", "AssetTestSupport",
                "AssetPackArchives", "PackagingCommands", "SystemSupport", "ToolSupport",
                service("NIOCore", "swift-nio"), service("NIOHTTP1", "swift-nio"),
                service("NIOPosix", "swift-nio"), service("NIOSSL", "swift-nio-ssl"),
                service("Logging", "swift-log"),
            ],
            path: "Tests/Service/TransferEngineTests"),
        .testTarget(
            name: "BundleSourcesTests",
            dependencies: [
                "BundleSources", "AppleArchive", "AssetPackModel", "AssetTestSupport", "SystemSupport",
            ],
            path: "Tests/Model/BundleSourcesTests"),
        .testTarget(
            name: "ProcessSupervisionTests",
            dependencies: ["ProcessSupervision", "AssetTestSupport", "SystemSupport", system],
            path: "Tests/Service/ProcessSupervisionTests"),
        .testTarget(
            name: "AppHostTests",
            dependencies: [
                "AppHost", "ProcessSupervision", "AssetTestSupport", "SystemSupport", system,
                service("Logging", "swift-log"),
            ],
            path: "Tests/Service/AppHostTests"),
        .testTarget(
            name: "ExtensionHostTests",
            dependencies: [
                "ExtensionHost", "ProcessSupervision", "ServiceInterface", "AssetPackModel", "AssetTestSupport",
                "SystemSupport", "FixtureDownloader", service("Logging", "swift-log"), system,
            ],
            path: "Tests/Service/ExtensionHostTests"),
        .testTarget(
            name: "AssetServiceTests",
            dependencies: [
                "AssetService", "AppHost", "AssetStore", "BundleSigning", "DownloadScheduler", "TaskScheduler",
                "ProcessSupervision",
                "MessageBus", "DeviceConditions",
                "DesktopNotifications",
                "TransferEngine", "AppleArchive",
                "AssetPackModel", "AssetPackFiles", "ServiceInterface", "Varlink", "AssetTestSupport", "SystemSupport",
                "CSystemShims",
                "AssetPackArchives", "PackagingCommands", "ToolSupport", "FixtureDownloader", "FixtureTasks",
                "FixtureScenes", "FixtureSessions", "FixtureNotifications", "FixtureExtras",
                "BackgroundAssets", "URLLoading",
                service("Logging", "swift-log"),
                service("NIOCore", "swift-nio"), service("NIOEmbedded", "swift-nio"),
                service("NIOPosix", "swift-nio"),
            ],
            path: "Tests/Service/AssetServiceTests"),
        .testTarget(
            name: "DeviceLinkTests",
            dependencies: [
                "DeviceLink", "Varlink", "AssetTestSupport", "ConnectionListening", service("NIOCore", "swift-nio"),
                service("NIOPosix", "swift-nio"), service("NIOSSL", "swift-nio-ssl"),
            ],
            path: "Tests/Tools/DeviceLinkTests"),
        .testTarget(
            name: "ToolSupportTests",
            dependencies: ["ToolSupport", tools("ArgumentParser", "swift-argument-parser")],
            path: "Tests/Tools/ToolSupportTests"),
        .testTarget(
            name: "PackagingCommandsTests",
            dependencies: [
                "PackagingCommands", "ba-package", "AppleArchive", "AssetPackArchives", "AssetPackFiles",
                "AssetPackModel", "AssetTestSupport", "SystemSupport", "ToolSupport",
            ],
            path: "Tests/Tools/PackagingCommandsTests"),
        .testTarget(
            name: "TransportCommandsTests",
            dependencies: [
                "TransportCommands", "ba-package", "ba-transport", "AssetPackModel", "AssetTestSupport",
                "SystemSupport",
                "ToolSupport", tools("ArgumentParser", "swift-argument-parser"), tools("Crypto", "swift-crypto"),
            ],
            path: "Tests/Tools/TransportCommandsTests"),
        .testTarget(
            name: "ControlCommandsTests",
            dependencies: [
                "ControlCommands", "ToolSupport", "ServiceClient", "ServiceInterface", "Varlink", "AssetPackModel",
                "BundleSigning", "AssetTestSupport",
                "SystemSupport", "CSystemShims", system, tools("ArgumentParser", "swift-argument-parser"),
            ],
            path: "Tests/Tools/ControlCommandsTests"),
        .testTarget(
            name: "MockServerTests",
            dependencies: [
                "MockServer", "HostingDelivery", "HostingIdentity", "AssetPackModel", "AppleArchive", "AssetPackFiles",
                "SystemSupport",
                "AssetTestSupport", "ToolSupport", "ba-serve", service("AsyncHTTPClient", "async-http-client"),
                hosting("HTTPTypes", "swift-http-types"), hosting("Logging", "swift-log"),
                hosting("ServiceLifecycle", "swift-service-lifecycle"),
                hosting("NIOCore", "swift-nio"), hosting("NIOHTTP1", "swift-nio"), hosting("NIOEmbedded", "swift-nio"),
                hosting("NIOFoundationCompat", "swift-nio"), hosting("NIOSSL", "swift-nio-ssl"),
                hosting("HummingbirdHTTP2", "hummingbird"), hosting("Crypto", "swift-crypto"),
                hosting("X509", "swift-certificates"),
                hosting("SwiftASN1", "swift-asn1"),
            ],
            path: "Tests/Tools/MockServerTests"),
        .testTarget(
            name: "ProgressPageTests",
            dependencies: [
                "ProgressPage", "ControlCommands", "ServiceInterface", "ToolSupport",
                hosting("Hummingbird", "hummingbird"), hosting("HTTPTypes", "swift-http-types"),
                hosting("NIOCore", "swift-nio"),
            ],
            path: "Tests/Tools/ProgressPageTests"),
        .testTarget(
            name: "HostingModelTests", dependencies: ["HostingModel", "AssetPackModel", "AssetTestSupport"],
            path: "Tests/Hosting/HostingModelTests"),
        .testTarget(
            name: "HostingStorageTests",
            dependencies: [
                "HostingStorage", "HostingModel", "AssetTestSupport", "SystemSupport",
                hosting("Crypto", "swift-crypto"), hosting("Logging", "swift-log"), hosting("NIOCore", "swift-nio"),
            ],
            path: "Tests/Hosting/HostingStorageTests"),
        .testTarget(
            name: "HostingIdentityTests",
            dependencies: [
                "HostingIdentity", "AssetTestSupport", "SystemSupport", hosting("Crypto", "swift-crypto"),
                hosting("X509", "swift-certificates"), hosting("SwiftASN1", "swift-asn1"),
            ],
            path: "Tests/Hosting/HostingIdentityTests"),
        .testTarget(
            name: "HostCommandsTests",
            dependencies: [
                "AssetTestSupport", "HostingModel", "SystemSupport", "FixtureGame", "FixtureDownloader", "ba",
                "ba-host",
                "ba-package", "ba-transport", "backgroundassetsd", hosting("Crypto", "swift-crypto"),
                hosting("NIOCore", "swift-nio"), hosting("NIOPosix", "swift-nio"), hosting("NIOSSL", "swift-nio-ssl"),
                hosting("NIOTLS", "swift-nio"),
            ],
            path: "Tests/Hosting/HostCommandsTests"),
        .testTarget(
            name: "HostingProcessingTests",
            dependencies: [
                "HostingProcessing", "HostingModel", "HostingStorage", "AssetPackModel", "AssetTestSupport",
                "SystemSupport", "ba-host", "ba-package", hosting("Crypto", "swift-crypto"),
                hosting("Logging", "swift-log"), hosting("NIOCore", "swift-nio"), hosting("NIOPosix", "swift-nio"),
            ],
            path: "Tests/Hosting/HostingProcessingTests"),
        .testTarget(
            name: "HostingConsoleTests",
            dependencies: [
                "HostingConsole", "HostingModel", hosting("Hummingbird", "hummingbird"),
                hosting("HTTPTypes", "swift-http-types"), hosting("NIOCore", "swift-nio"),
            ],
            path: "Tests/Hosting/HostingConsoleTests"),
        .testTarget(
            name: "HostingMetricsTests",
            dependencies: [
                "HostingMetrics", "HostingModel", "HostingStorage", "AssetTestSupport",
                hosting("Hummingbird", "hummingbird"), hosting("HTTPTypes", "swift-http-types"),
                hosting("Logging", "swift-log"), hosting("Metrics", "swift-metrics"), hosting("NIOCore", "swift-nio"),
            ],
            path: "Tests/Hosting/HostingMetricsTests"),
        .testTarget(
            name: "HostingNotificationTests",
            dependencies: [
                "HostingNotification", "HostingModel", "HostingStorage", "AssetTestSupport",
                hosting("Logging", "swift-log"), hosting("NIOSSL", "swift-nio-ssl"),
            ],
            path: "Tests/Hosting/HostingNotificationTests"),
        .testTarget(
            name: "HostingAPITests",
            dependencies: [
                "HostingAPI", "HostingDelivery", "HostingModel", "HostingPublishing", "HostingStorage",
                "AssetPackModel",
                "AssetTestSupport",
                hosting("Crypto", "swift-crypto"), hosting("Hummingbird", "hummingbird"),
                hosting("HummingbirdCore", "hummingbird"),
                hosting("HTTPTypes", "swift-http-types"), hosting("JWTKit", "jwt-kit"),
                hosting("Logging", "swift-log"), hosting("NIOCore", "swift-nio"),
            ],
            path: "Tests/Hosting/HostingAPITests"),
        .testTarget(
            name: "HostingOpenIDTests",
            dependencies: ["HostingOpenID", hosting("Crypto", "swift-crypto"), hosting("JWTKit", "jwt-kit")],
            path: "Tests/Hosting/HostingOpenIDTests"),
        .testTarget(
            name: "HostingDeliveryTests",
            dependencies: [
                "HostingDelivery", "AssetPackModel", "AssetTestSupport", "SystemSupport",
                hosting("Hummingbird", "hummingbird"),
                hosting("HTTPTypes", "swift-http-types"), hosting("NIOCore", "swift-nio"),
                hosting("NIOEmbedded", "swift-nio"), hosting("NIOHTTP1", "swift-nio"),
                hosting("NIOHTTPTypes", "swift-nio-extras"), hosting("NIOHTTPTypesHTTP1", "swift-nio-extras"),
                hosting("Logging", "swift-log"),
            ],
            path: "Tests/Hosting/HostingDeliveryTests"),
        .testTarget(
            name: "AssetTestSupportTests",
            dependencies: [
                "AssetTestSupport", service("AsyncHTTPClient", "async-http-client"), hosting("NIOCore", "swift-nio"),
                hosting("NIOHTTP1", "swift-nio"), hosting("NIOPosix", "swift-nio"), hosting("NIOSSL", "swift-nio-ssl"),
            ],
            path: "Tests/TestSupport/AssetTestSupportTests"),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "AssetTestSupport", "AppleArchive", "SystemSupport", "CSystemShims", "FixtureGame", "FixtureDownloader",
                "FixturePeer",
                "ba", "ba-host", "ba-package", "ba-serve", "ba-page", "ba-transport", "backgroundassets-debug",
                "backgroundassetsd", "managed-downloader",
            ],
            path: "Tests/IntegrationTests"),
    ]
)

// Not NonisolatedNonsendingByDefault: Swift 6.3 loses the way back to the caller's actor where it specializes such a function and
// optimizes, and what follows runs beside the actor.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]
// These are compiled as a user's code is: in Swift 6 mode, with no upcoming feature. A warning is our fault all the same.
let asUsersWriteIt: Set = [
    "APIConformanceTests", "FixtureGame", "FixtureDownloader", "FixtureExtension", "FixtureTasks", "FixtureScenes",
    "FixtureSessions", "FixtureNotifications", "FixtureExtras",
]
for target in package.targets where target.type != .system {
    let own =
        asUsersWriteIt.contains(target.name) ? [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)] : settings
    target.swiftSettings = (target.swiftSettings ?? []) + own
}
