// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The identifiers of tasks that an app's Info.plist permits: `BGTaskSchedulerPermittedIdentifiers`.
struct PermittedIdentifiers: Sendable {
    /// Those of the bundle that this process's program is in; nil for a program without a bundle, of which the service alone knows.
    static let own: PermittedIdentifiers? = Bundle.main.executableURL.flatMap { program in
        let path = program.deletingLastPathComponent().appendingPathComponent("Info.plist").path
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do { return try PermittedIdentifiers(infoPlist: path) } catch {
            TaskRuntime.say("\(path) cannot be read, so which tasks it permits is not known: \(error)")
            return nil
        }
    }

    /// As the Info.plist lists them. One that ends in `.*` stands for all that begin as it does.
    let all: [String]

    init(_ all: [String]) { self.all = all }

    /// - Throws: the error of reading the file, or of its format.
    init(infoPlist path: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        // What is no string is none of them, as for the service; `ba doctor` tells of it.
        let entries = list?["BGTaskSchedulerPermittedIdentifiers"] as? [Any] ?? []
        self.init(entries.compactMap { $0 as? String })
    }

    static func fault(of identifier: String) -> String {
        "BGTaskSchedulerPermittedIdentifiers in the Info.plist does not list \(identifier)"
    }

    func allows(_ identifier: String) -> Bool { all.contains { Self.stands($0, for: identifier) } }

    /// Whether one identifier is for tasks of another: `com.example.export.*` for all that begin so.
    static func stands(_ pattern: String, for identifier: String) -> Bool {
        pattern == identifier
            || pattern.hasSuffix(".*") && identifier.hasPrefix(pattern.dropLast())
                && identifier.count >= pattern.count
    }
}
