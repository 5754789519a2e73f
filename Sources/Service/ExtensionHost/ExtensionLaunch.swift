// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What is needed to start an extension.
package struct ExtensionLaunch: Sendable {
    /// CFBundleIdentifier of the extension, for messages.
    package var extensionID: String
    /// Absolute path.
    package var executable: String
    /// Working directory: the extension's own folder.
    package var directory: String
    package var environment: [String: String]
    /// What it may reach; nil for all that the user may, and every system call.
    package var confinement: Confinement?
    /// What keeps it to that.
    package var confinementWay = ConfinementSupport.current.way
    /// Seconds that one entry point may run.
    package var runTime: Double
    /// Bytes of anonymous memory.
    package var memory: UInt64
    /// Bytes of the largest answer that is taken: most are a word or two.
    package var answerLimit = 1 << 20
    /// How often its memory is measured, in milliseconds.
    package var meterInterval: Int32 = 100
    /// How its memory is measured.
    package var metering = MemoryMetering.processes()

    package init(
        extensionID: String, executable: String, directory: String, environment: [String: String], runTime: Double,
        memory: UInt64
    ) {
        self.extensionID = extensionID
        self.executable = executable
        self.directory = directory
        self.environment = environment
        self.runTime = runTime
        self.memory = memory
    }
}
