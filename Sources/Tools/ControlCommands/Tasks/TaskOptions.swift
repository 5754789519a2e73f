// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// A background task of an app.
struct TaskOptions: ParsableArguments {
    @Argument(help: "The bundle identifier of an app.", completion: IdentifierCompletion.apps) var id: String
    @Argument(help: "The identifier of a task, as `ba tasks` has it.") var task: String
}
