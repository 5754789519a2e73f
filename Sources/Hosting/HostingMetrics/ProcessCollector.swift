// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What Prometheus' own libraries tell of a process, under their names.
package struct ProcessCollector: MetricsCollector {
    package init() {}

    package func collect() async -> [CollectedMetric] {
        [
            Self.cpuSeconds.map {
                CollectedMetric(
                    "process_cpu_seconds_total", .counter, help: "Processor time that was used, user and system.", $0)
            },
            Self.openDescriptors.map {
                CollectedMetric("process_open_fds", .gauge, help: "File descriptors that are open.", Double($0))
            },
            Self.descriptorLimit.map {
                CollectedMetric("process_max_fds", .gauge, help: "File descriptors that may be open.", $0)
            },
            Self.residentBytes.map {
                CollectedMetric("process_resident_memory_bytes", .gauge, help: "Memory that is in use.", $0)
            },
            Self.startTime.map {
                CollectedMetric(
                    "process_start_time_seconds", .gauge, help: "When the process started, in seconds since 1970.", $0)
            },
        ].compactMap { $0 }
    }

    private static var cpuSeconds: Double? {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return nil }
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static var openDescriptors: Int? {
        guard let directory = opendir("/proc/self/fd") else { return nil }
        defer { closedir(directory) }
        var count = 0
        while let entry = readdir(directory) { if entry.pointee.d_name.0 != UInt8(ascii: ".") { count += 1 } }
        // That of the directory itself is none.
        return count - 1
    }

    private static var descriptorLimit: Double? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return limit.rlim_cur == rlim_t.max ? .infinity : Double(limit.rlim_cur)
    }

    private static var residentBytes: Double? {
        guard let fields = text("/proc/self/statm")?.split(separator: " "), fields.count > 1 else { return nil }
        return Double(fields[1]).map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
    }

    private static let startTime: Double? = {
        // The name of the program, in parentheses, may have any character.
        guard let status = text("/proc/self/stat"), let end = status.lastIndex(of: ")"),
            let boot = text("/proc/stat")?.split(separator: "\n").first(where: { $0.hasPrefix("btime ") }),
            let bootTime = Double(boot.dropFirst("btime ".count))
        else { return nil }
        let fields = status[end...].split(separator: " ")
        // The 22nd of all; the name is the second.
        guard fields.count > 20, let ticks = Double(fields[20]) else { return nil }
        return bootTime + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }()

    private static func text(_ path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
