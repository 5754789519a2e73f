// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel

extension ReviewPolicy: ExpressibleByArgument {
    /// Of the option that sets it.
    static let help = ArgumentHelp(
        "Who decides on what is submitted: nobody, one reviewer, or another person than the one who submitted it.",
        valueName: "policy")
}
