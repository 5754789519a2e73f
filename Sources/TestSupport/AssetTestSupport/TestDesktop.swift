// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CTestBus
internal import Foundation
internal import Glibc

/// A bus of a test's own, and the services of a desktop on it, which tell what the test says.
package final class TestDesktop: @unchecked Sendable {
    // @unchecked Sendable: the C part takes a lock of its own.
    let bus: OpaquePointer
    private let daemon: TestProcess
    /// The D-Bus address.
    package let address: String

    /// What could not be done.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// A value of a basic type.
    package enum Value: Sendable {
        case text(String)
        case unsigned(UInt32)
        case signed(Int32)
        case toggle(Bool)
        /// No basic type: a list.
        case list
        /// It is told no more.
        case nothing
    }

    private init(daemon: TestProcess, address: String) throws {
        self.daemon = daemon
        self.address = address
        var bus: OpaquePointer?
        let result = test_bus_open(address, &bus)
        guard result >= 0, let bus else { throw Failure(description: "no connection to \(address): \(-result)") }
        self.bus = bus
    }

    /// Runs a bus in a folder while `body` does.
    package static func with<Result>(
        in folder: TemporaryFolder, named name: String = "bus", _ body: (TestDesktop) async throws -> Result
    ) async throws -> Result {
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type><listen>unix:path=\(folder.path(name + ".socket"))</listen><auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
              </policy>
            </busconfig>
            """
        try folder.write(configuration, to: name + ".conf")
        let daemon = TestProcess()
        daemon.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
        daemon.arguments = [
            "--config-file=" + folder.path(name + ".conf"), "--nofork", "--nopidfile", "--print-address=1",
        ]
        let output = Pipe()
        daemon.standardOutput = output
        try daemon.run()
        defer { end(daemon) }
        // It prints one line when it listens.
        let handle = output.fileHandleForReading
        let line: String = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: String(decoding: handle.availableData, as: UTF8.self))
            }
        }
        guard let address = line.split(separator: "\n").first else { throw Failure(description: "no bus: \(line)") }
        let desktop = try TestDesktop(daemon: daemon, address: String(address))
        defer { test_bus_close(desktop.bus) }
        return try await body(desktop)
    }

    /// The services of another program on the same bus, while `body` does.
    package func withAnother<Result>(_ body: (TestDesktop) async throws -> Result) async throws -> Result {
        let other = try TestDesktop(daemon: daemon, address: address)
        defer { test_bus_close(other.bus) }
        return try await body(other)
    }

    /// A service comes, or goes.
    package func own(_ name: String) throws { try check(test_bus_own(bus, name), "own \(name)") }
    package func release(_ name: String) throws { try check(test_bus_release(bus, name), "release \(name)") }

    /// What a property, or a method that takes nothing, tells from now on; whoever listens hears of it.
    package func set(_ path: String, _ interface: String, _ member: String, _ value: Value) throws {
        let (type, text): (Character, String) =
            switch value {
            case .text(let text): ("s", text)
            case .unsigned(let number): ("u", "\(number)")
            case .signed(let number): ("i", "\(number)")
            case .toggle(let isOn): ("b", isOn ? "1" : "0")
            case .list: ("a", "x")
            case .nothing: ("\0", "")
            }
        let kind = CChar(type.asciiValue ?? 0)
        try check(test_bus_set(bus, path, interface, member, kind, text), "set \(member)")
    }

    /// Has it answer nothing any more, or again.
    package func hold(_ isHeld: Bool) { test_bus_hold(bus, isHeld ? 1 : 0) }

    /// The bus itself ends.
    package func end() { Self.end(daemon) }

    /// Not by SIGTERM, which it may have inherited as blocked.
    private static func end(_ daemon: TestProcess) {
        kill(daemon.processIdentifier, SIGKILL)
        daemon.waitUntilExit()
    }

    func check(_ result: Int32, _ what: String) throws {
        if result < 0 { throw Failure(description: "cannot \(what): \(-result)") }
    }
}
