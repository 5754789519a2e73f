// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceInterface

/// A call that installs or updates an app, as far as consent to the sizes of the app goes.
struct ConsentCaller: Sendable {
    /// nil: nobody can be asked.
    let consent: InstallConsent?
    /// Tells it from other calls as long as it can be asked.
    let id = UUID()

    init(_ consent: InstallConsent?) { self.consent = consent }

    /// Somebody has agreed to whatever the app names.
    static let agreeing = ConsentCaller(.given)
    /// Nobody asked for the installation.
    static let nobody = ConsentCaller(nil)

    /// What the installation counts on until the call has ended; nil when it does not.
    var asker: UUID? { consent == .asked ? id : nil }
}
