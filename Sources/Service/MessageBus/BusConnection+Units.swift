// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemBus
internal import Glibc
package import SystemSupport

// org.freedesktop.systemd1.Manager.
extension BusConnection {
    private static let systemd = "org.freedesktop.systemd1"

    /// Has systemd start a program, and returns when it is executed. The unit is kept for as long as this connection is
    /// there, also when its program has ended.
    ///
    /// - `patience`: microseconds that it may take.
    /// - Returns: `done`, or what kept it from starting, in systemd's words.
    package func start(_ unit: TransientUnit, patience: UInt64) throws(SystemError) -> String {
        var result = [CChar](repeating: 0, count: 64)
        let variables = unit.environment.map { "\($0.key)=\($0.value)" }.sorted()
        let texts = [unit.name, unit.description, unit.slice, unit.executable, unit.directory]
        let status = CStrings.with(texts) { texts in
            CStrings.with(variables) { variables in
                guard let texts, let variables else { return -ENOMEM }
                return variables.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: unit.environment.count + 1)
                {
                    var unit = ba_bus_unit(
                        name: texts[0], description: texts[1], slice: texts[2], executable: texts[3],
                        directory: texts[4], environment: $0, output: unit.output, stop_time: unit.stopTime,
                        is_limited: unit.limits == nil ? 0 : 1, limits: (unit.limits ?? .none).native)
                    return ba_bus_start_unit(bus, &unit, patience, &result, result.count)
                }
            }
        }
        if status < 0 { throw Self.error(status, "start \(unit.name) on", name) }
        return String(decoding: result.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Changes what a unit may use, until its end.
    package func limit(_ unit: String, to limits: UnitLimits) throws(SystemError) {
        var native = limits.native
        let status = ba_bus_limit_unit(bus, unit, &native)
        if status < 0 { throw Self.error(status, "change the limits of \(unit) on", name) }
    }

    /// What systemd tells of a unit's service; nil for a unit that is not there, or has no such property.
    package func property(_ member: String, of unit: String) throws(SystemError) -> BusAnswer? {
        guard let path = try path(of: unit) else { return nil }
        return try ask(
            BusQuestion(
                bus: .session, service: Self.systemd, path: path, interface: Self.systemd + ".Service", member: member))
    }

    /// Has `takeChange` tell when something becomes of a unit.
    package func watchUnit(_ unit: String) throws(SystemError) {
        guard let path = try path(of: unit) else { return }
        try watch(Self.systemd, at: path)
    }

    /// Has a unit end, or not begin.
    package func stop(_ unit: String) throws(SystemError) {
        let status = ba_bus_stop_unit(bus, unit)
        if status < 0 { throw Self.error(status, "stop \(unit) on", name) }
    }

    private func path(of unit: String) throws(SystemError) -> String? {
        var path = [CChar](repeating: 0, count: 512)
        let status = ba_bus_unit_path(bus, unit, &path, path.count)
        guard status >= 0 else {
            if Self.isUnanswered(status) { throw Self.error(status, "ask \(Self.systemd) on", name) }
            return nil
        }
        return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension UnitLimits {
    fileprivate var native: ba_bus_unit_limits {
        ba_bus_unit_limits(memory: memory ?? .max, tasks: tasks ?? .max, weight: weight)
    }
}
