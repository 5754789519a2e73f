// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc

/// A real systemd of a user, with a session bus that it has started: for a test alone, in control groups of its own.
package struct TestUserManager: Sendable {
    /// Whether this process may run one; a test that needs it is enabled by this, and says so.
    package static var isPossible: Bool {
        geteuid() == 0 && FileManager.default.fileExists(atPath: program)
            && ["/sys/fs/cgroup/systemd/cgroup.procs", "/sys/fs/cgroup/cgroup.procs"].contains { (path: String) in
                access(path, W_OK) == 0
            }
    }

    private static let program = "/usr/lib/systemd/systemd"

    private static let units = [
        "basic.target": "[Unit]\nWants=dbus.socket\n",
        "shutdown.target": "[Unit]\nDescription=The end\n",
        "dbus.socket": "[Unit]\nDefaultDependencies=no\n[Socket]\nListenStream=%t/bus\n",
        "dbus.service": """
        [Unit]
        DefaultDependencies=no
        Requires=dbus.socket
        [Service]
        Type=notify
        NotifyAccess=main
        ExecStart=/usr/bin/dbus-daemon --session --address=systemd: --nofork --nopidfile --systemd-activation

        """,
    ]

    /// It takes all that is in the group in which it begins, and runs only where /run says that systemd has booted the system. Groups of version 1
    /// for processors take nobody before they are set up.
    private static let script = """
        set -eu
        find /sys/fs/cgroup -maxdepth 2 -name cgroup.procs | while read -r file; do
          group=$(dirname "$file")/$1
          case $file in *cpuset*) continue ;; esac
          mkdir "$group" && echo $$ > "$group/cgroup.procs"
        done
        mount -t tmpfs tmpfs /run
        mkdir -p /run/systemd/system
        exec \(program) --user --unit=basic.target --log-target=null
        """

    private static let removal = """
        find /sys/fs/cgroup -maxdepth 3 -type d -name "$1" | while read -r group; do
          for round in $(seq 100); do
            find "$group" -name cgroup.procs -exec cat {} + | sort -u | xargs -r kill -9 2>/dev/null || true
            find "$group" -depth -type d -exec rmdir {} + 2>/dev/null && break
            sleep 0.02
          done
        done
        """

    /// The D-Bus address.
    package let address: String
    private let runtime: String

    /// What programs of the user find in their environment.
    package var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address, "XDG_RUNTIME_DIR": runtime] }

    /// Has it do something, and tells what it says.
    @discardableResult package func systemctl(_ arguments: String...) async throws -> String {
        let run = try await ProgramRun.run("/usr/bin/systemctl", ["--user"] + arguments, environment: environment)
        guard run.status == 0 else { throw Failure(description: "systemctl \(arguments): \(run)") }
        return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What it tells of a unit.
    package func shown(_ unit: String, _ property: String) async throws -> String {
        try await systemctl("show", unit, "--value", "-p", property)
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Runs one in a folder, which is the home of its user, while `body` does.
    ///
    /// - `additions`: units that it has beside its own, by their names.
    package static func with<Result>(
        in folder: TemporaryFolder, units additions: [String: String] = [:],
        _ body: (TestUserManager) async throws -> Result
    ) async throws -> Result {
        for (name, text) in units.merging(additions, uniquingKeysWith: { $1 }) {
            try folder.write(text, to: "units/" + name)
        }
        let runtime = folder.path("runtime")
        try FileManager.default.createDirectory(
            atPath: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let group = "ba-test-" + UUID().uuidString.lowercased()
        let manager = TestProcess()
        manager.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        manager.arguments = ["--mount", "/bin/bash", "-c", script, "systemd", group]
        manager.environment = [
            "PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": folder.path, "XDG_RUNTIME_DIR": runtime,
            "SYSTEMD_UNIT_PATH": folder.path("units"), "FROM_THE_LOGIN": "yes",
        ]
        try manager.run()
        let address = "unix:path=" + runtime + "/bus"
        let result: Result
        do {
            try await eventually {
                try await ProgramRun.run(
                    "/usr/bin/busctl", ["--address=" + address, "status", "org.freedesktop.systemd1"]
                ).status == 0
            }
            result = try await body(TestUserManager(address: address, runtime: runtime))
        } catch {
            try await end(manager, group)
            throw error
        }
        try await end(manager, group)
        return result
    }

    private static func end(_ manager: TestProcess, _ group: String) async throws {
        kill(manager.processIdentifier, SIGKILL)
        manager.waitUntilExit()
        _ = try await ProgramRun.run("/bin/bash", ["-c", removal, "removal", group])
    }
}
