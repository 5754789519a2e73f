// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import ToolSupport

/// `ba-package license`: what Apple's tool for Linux asks for before its first use. Scripts that agree go on to work;
/// there is nothing to agree to here.
package struct LicenseCommand: ParsableCommand {
    package enum Action: String, ExpressibleByArgument, CaseIterable, Sendable { case read, agree }

    package static let configuration = CommandConfiguration(
        commandName: "license",
        abstract: "Show the licence of this tool; it needs no agreement.",
        discussion: """
            Example:
              ba-package license read
            """,
        shouldDisplay: false)

    @Argument(help: "read or agree.")
    package var action: Action

    package init() {}

    package func run() {
        switch action {
        case .read:
            Console.standard.write(
                "ba-package is free software under the Apache License 2.0, "
                    + "https://www.apache.org/licenses/LICENSE-2.0.")
        case .agree: Console.standard.write("The Apache License 2.0 needs no agreement.")
        }
    }
}
