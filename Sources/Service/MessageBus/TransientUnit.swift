// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A program that systemd runs as a service of its own.
package struct TransientUnit: Sendable {
    /// With the ending `.service`.
    package var name: String
    /// For a person.
    package var description: String
    /// The group of units that it is in.
    package var slice: String
    package var executable: String
    /// The folder that it is in at first.
    package var directory: String
    /// Beside what systemd has all its services have.
    package var environment: [String: String]
    /// A descriptor, for what it prints.
    package var output: Int32
    /// Microseconds that it has to end by itself when it is to.
    package var stopTime: UInt64
    /// nil for what the slice has.
    package var limits: UnitLimits?

    package init(
        name: String, description: String, slice: String, executable: String, directory: String,
        environment: [String: String], output: Int32, stopTime: UInt64, limits: UnitLimits?
    ) {
        self.name = name
        self.description = description
        self.slice = slice
        self.executable = executable
        self.directory = directory
        self.environment = environment
        self.output = output
        self.stopTime = stopTime
        self.limits = limits
    }
}
