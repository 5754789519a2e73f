// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ControlCommands
internal import SystemSupport
internal import ToolSupport

/// The person's browser.
struct Browser: Sendable {
    let context: ControlContext

    /// Whether there is a desktop that one could be shown on.
    var hasDesktop: Bool {
        ["WAYLAND_DISPLAY", "DISPLAY"].contains { context.environment[$0]?.isEmpty == false }
    }

    /// Has it show an address; says so when that cannot be.
    func open(_ url: String) {
        do {
            var launcher = ProcessLauncher(
                executable: try ExecutableSearch.find("xdg-open", context: context), arguments: [url],
                environment: context.environment)
            launcher.detached = true
            _ = try launcher.start()
        } catch { context.console.note("no browser can be opened (\(error)); open the address by hand") }
    }
}
