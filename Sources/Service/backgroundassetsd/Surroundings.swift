// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetService
internal import DeviceConditions
internal import Foundation
internal import SystemSupport

/// What the process finds around it.
enum Surroundings {
    /// Set in the unit that a timer starts.
    private static let timerVariable = "BACKGROUND_ASSETS_TIMER"
    /// Variables by which a process finds this service.
    private static let locators = ["HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"]

    static func configuration(
        location: ServiceLocation, activation: ServiceConfiguration.Activation, environment: [String: String]
    ) -> ServiceConfiguration {
        let hasOwnRoot = environment[ServiceLocation.rootVariable] == location.root
        var client: [String: String] = [:]
        if hasOwnRoot {
            client[ServiceLocation.rootVariable] = location.root
        } else {
            for name in locators { client[name] = environment[name] }
        }
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let beside = (executable as NSString).deletingLastPathComponent + "/ba"
        let data = (location.root as NSString).deletingLastPathComponent
        return ServiceConfiguration(
            location: location, activation: activation,
            isWokenByTimer: environment[timerVariable] == "hourly", clientEnvironment: client,
            toolPath: FileManager.default.isExecutableFile(atPath: beside) ? beside : "ba",
            applicationsFolder: hasOwnRoot ? location.root + "/applications" : data + "/applications",
            cachesFolder: cachesFolder(environment), hasOwnRoot: hasOwnRoot,
            systemAppsFolder: hasOwnRoot
                ? environment[ServiceLocation.systemAppsVariable].flatMap { $0.hasPrefix("/") ? $0 : nil }
                : ServiceLocation.systemAppsFolder,
            buses: BusAddresses(environment: environment),
            preferredLanguages: LocaleVariables.languages(in: environment) ?? [])
    }

    /// As the XDG rules have it: a path that is not absolute is none.
    private static func cachesFolder(_ environment: [String: String]) -> String {
        if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") { return folder }
        return (environment["HOME"] ?? NSHomeDirectory()) + "/.cache"
    }
}
