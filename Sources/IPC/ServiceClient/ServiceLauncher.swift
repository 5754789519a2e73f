// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import SystemSupport

/// Starts the user's service when nobody answers at its socket.
package struct ServiceLauncher: Equatable, Sendable {
    /// Names the service's executable for tests and CI. It counts only beside a root of their own: no environment can
    /// make an app start something else as the user's service. With it nothing else is started.
    package static let executableVariable = "BACKGROUND_ASSETS_SERVICE_EXECUTABLE"
    package static let executableName = "backgroundassetsd"
    package static let installedFolders = ["/usr/libexec/background-assets", "/usr/local/libexec/background-assets"]

    /// Where the executable may be; the first that is there is started.
    package var candidates: [String]
    /// Nothing but the candidates is started.
    package var isExclusive: Bool
    /// All that the service gets of the caller's environment.
    package var environment: [String: String]

    /// - Parameters:
    ///   - environment: the caller's.
    ///   - toolFolder: the folder of the caller's own executable, when it is one of our tools.
    package init(environment: [String: String], toolFolder: String? = nil) {
        candidates = []
        if environment[ServiceLocation.rootVariable]?.hasPrefix("/") == true,
            let path = environment[Self.executableVariable],
            path.hasPrefix("/")
        {
            candidates.append(path)
            isExclusive = true
        } else {
            isExclusive = false
            for folder in [toolFolder].compactMap({ $0 }) + Self.installedFolders {
                candidates.append(folder + "/" + Self.executableName)
            }
        }
        let names: Set = [
            "PATH", "HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "TZ", ServiceLocation.rootVariable,
            ServiceLocation.systemAppsVariable,
            "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
            // The desktop: the service asks it how things stand, and starts apps that a person is to see.
            "DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
            "DESKTOP_SESSION", "USER", "LOGNAME", "SHELL",
        ]
        self.environment = environment.filter { names.contains($0.key) || $0.key.hasPrefix("XDG_") }
    }

    /// Starts the service, which belongs to nobody from then on; it may find another one running and end.
    ///
    /// - `known`: the executable of a service that has run, which is started when there is none of the candidates, as with
    ///   a service that was built and not installed.
    /// - Returns: what can be known of it.
    package func start(orElse known: String? = nil) throws(ServiceClientError) -> LaunchedService {
        let all = candidates + (isExclusive ? [] : [known].compactMap { $0 })
        for candidate in all where access(candidate, X_OK) == 0 {
            do throws(SystemError) { return try start(candidate) } catch { throw .system(error) }
        }
        throw .serviceNotFound(searched: all)
    }

    private func start(_ executable: String) throws(SystemError) -> LaunchedService {
        var ends: [Int32] = [-1, -1]
        try retrying("make a pipe for", executable) { ba_pipe(&ends) }
        let output = OwnedDescriptor(taking: ends[0])
        // Of this end only the service's own copy is left when this returns, and it goes with the service.
        let standardError = OwnedDescriptor(taking: ends[1])
        let number = output.rawValue
        try retrying("read from", executable) { fcntl(number, F_SETFL, O_NONBLOCK) }
        var launcher = ProcessLauncher(executable: executable, environment: environment)
        launcher.directory = "/"
        launcher.detached = true
        launcher.standardError = standardError.rawValue
        _ = try launcher.start()
        return LaunchedService(executable: executable, output: output)
    }
}
