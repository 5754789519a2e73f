// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetService
internal import ExtensionHost
internal import Foundation
internal import Logging
internal import MessageBus
internal import SystemSupport

/// What the process finds around it.
enum Surroundings {
    /// Set in the unit that a timer starts.
    private static let timerVariable = "BACKGROUND_ASSETS_TIMER"
    /// A way to confine extensions, for those who look for faults: no better one is used then.
    private static let confinementVariable = "BACKGROUND_ASSETS_CONFINEMENT"
    /// `processes` when no control groups are to be used, for those who look for faults.
    private static let meteringVariable = "BACKGROUND_ASSETS_METERING"
    /// Variables by which a process finds this service.
    private static let locators = ["HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"]

    static func configuration(
        location: ServiceLocation, activation: ServiceConfiguration.Activation, environment: [String: String],
        logger: Logger
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
            cachesFolder: hasOwnRoot ? location.root + "/caches" : cachesFolder(environment), hasOwnRoot: hasOwnRoot,
            systemAppsFolder: hasOwnRoot
                ? environment[ServiceLocation.systemAppsVariable].flatMap { $0.hasPrefix("/") ? $0 : nil }
                : ServiceLocation.systemAppsFolder,
            buses: BusAddresses(environment: environment),
            // As a process of an app finds them: a difference would be a change of language.
            preferredLanguages: LocaleVariables.languages(in: environment) ?? Locale.preferredLanguages,
            proxyEnvironment: ServiceConfiguration.proxyVariables(in: environment),
            confinement: confinement(hasOwnRoot ? environment : [:], logger: logger),
            metering: metering(hasOwnRoot ? environment : [:], root: location.root, logger: logger))
    }

    private static func confinement(_ environment: [String: String], logger: Logger) -> ConfinementSupport {
        guard let name = environment[confinementVariable], !name.isEmpty else { return .current }
        if let way = ConfinementSupport.Way(rawValue: name) { return ConfinementSupport.find(from: way) }
        ignore(confinementVariable, name, insteadOf: ConfinementSupport.Way.allCases.map(\.rawValue), logger)
        return .current
    }

    private static func metering(_ environment: [String: String], root: String, logger: Logger) -> MemoryMetering {
        switch environment[meteringVariable] {
        case "processes"?: return .processes(["\(meteringVariable) is set"])
        case nil, ""?: break
        case let name?: ignore(meteringVariable, name, insteadOf: ["processes"], logger)
        }
        return .prepare(root: root, logger: logger)
    }

    /// Says of a variable that it has no such value: whoever set it would think that it is in force.
    private static func ignore(_ variable: String, _ value: String, insteadOf values: [String], _ logger: Logger) {
        logger.warning(
            "\(variable) cannot be \"\(value)\" and is ignored: it may be \(values.joined(separator: ", "))")
    }

    /// A folder of ours among the person's caches: an app's identifier could be the name of another program's. As the XDG
    /// rules have it, a path that is not absolute is none.
    private static func cachesFolder(_ environment: [String: String]) -> String {
        let name = "/background-assets"
        guard let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") else {
            return (environment["HOME"] ?? NSHomeDirectory()) + "/.cache" + name
        }
        // An app that has started the service has been given a folder in there for its own.
        let parent = (folder as NSString).deletingLastPathComponent
        return parent.hasSuffix(name) ? parent : folder + name
    }
}
