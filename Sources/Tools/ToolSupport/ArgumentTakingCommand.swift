// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// A command that has both subcommands and an argument of its own: a word that names no subcommand is that argument, and not
/// misspelled.
package protocol ArgumentTakingCommand: ParsableCommand {}
