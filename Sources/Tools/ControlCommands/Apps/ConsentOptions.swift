// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface

/// Whether the person agrees to the room that an app names for itself.
struct ConsentOptions: ParsableArguments {
    @Flag(
        name: [.customShort("y"), .customLong("yes")],
        help: "Agree to the sizes that the app names, without being asked.")
    var agrees = false

    /// - `printsJSON`: a program reads what is printed, and answers no question.
    /// - Returns: nil when nobody can be asked: the service refuses an app that names sizes then.
    func value(_ context: ControlContext, printsJSON: Bool) -> InstallConsent? {
        if agrees { return .given }
        return context.ask == nil || printsJSON ? nil : .asked
    }
}
