// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemBus
package import Glibc
internal import SystemPackage
package import SystemSupport

/// A connection to a bus. Belongs to one thread.
package final class BusConnection {
    /// Microseconds that a service that is only asked may take to answer.
    package static let briefPatience: UInt64 = 500_000

    let bus: OpaquePointer
    /// Set by the library when something has changed.
    private let changed: UnsafeMutablePointer<Int32>
    let name: String
    /// Called by what the bus has.
    var hearings: [NotificationHearing] = []

    /// - `patience`: microseconds that a service may take to answer.
    package init(to address: String, patience: UInt64 = briefPatience) throws(SystemError) {
        var bus: OpaquePointer?
        let result = ba_bus_open(address, patience, &bus)
        guard result >= 0, let bus else { throw Self.error(result, "connect to", address) }
        self.bus = bus
        name = address
        changed = .allocate(capacity: 1)
        changed.initialize(to: 0)
    }

    deinit {
        ba_bus_close(bus)
        changed.deallocate()
    }

    /// Has `takeChange` tell what a service signals, and that it has come or gone.
    package func watch(_ service: String, at path: String) throws(SystemError) {
        for rule in [
            "type='signal',sender='\(service)',path='\(path)'",
            "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(service)'",
        ] {
            let result = ba_bus_watch(bus, rule, changed)
            if result < 0 { throw Self.error(result, "watch \(service) on", name) }
        }
    }

    /// - Returns: nil when the service does not run, or has no such thing to tell.
    /// - Throws: `timedOut` when it does not answer in time; when the bus itself is lost.
    package func ask(_ question: BusQuestion) throws(SystemError) -> BusAnswer? {
        var value = ba_bus_value()
        let result = ba_bus_ask(
            bus, question.service, question.path, question.interface, question.member, question.isMethod ? 0 : 1, &value
        )
        guard result >= 0 else {
            if Self.isUnanswered(result) { throw Self.error(result, "ask \(question.service) on", name) }
            return nil
        }
        switch UInt8(bitPattern: value.kind) {
        case 0: return nil
        case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"):
            return .text(
                withUnsafeBytes(of: value.text) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        default: return .number(value.number)
        }
    }

    /// Takes in what has come.
    package func process() throws(SystemError) {
        let result = ba_bus_process(bus)
        if result < 0 { throw Self.error(result, "listen to", name) }
    }

    /// Whether anything has changed since this was asked last.
    package func takeChange() -> Bool {
        defer { changed.pointee = 0 }
        return changed.pointee != 0
    }

    /// What poll(2) is to wait for.
    package var waiting: pollfd {
        pollfd(fd: ba_bus_descriptor(bus), events: Int16(truncatingIfNeeded: max(0, ba_bus_events(bus))), revents: 0)
    }

    /// Whether it is the bus that has failed, and not who was asked.
    package static func isLost(_ error: SystemError) -> Bool { isLost(-error.errno.rawValue) }

    static func isLost(_ result: Int32) -> Bool {
        [ENOTCONN, ECONNRESET, EPIPE, ESHUTDOWN, ECONNREFUSED, ENOENT].contains(-result)
    }

    /// The same, or whoever was asked did not answer in time, and may do so yet.
    static func isUnanswered(_ result: Int32) -> Bool { result == -ETIMEDOUT || isLost(result) }

    static func error(_ result: Int32, _ operation: String, _ subject: String) -> SystemError {
        SystemError(errno: Errno(rawValue: -result), operation: operation, subject: subject)
    }
}
