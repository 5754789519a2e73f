// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ToolSupport

struct CompletionsCommand: ParsableCommand {
    enum Shell: String, ExpressibleByArgument, CaseIterable { case bash, zsh, fish }

    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print a script that makes a shell complete ba's command lines.",
        discussion: """
            EXAMPLES
              ba completions bash > ~/.local/share/bash-completion/completions/ba
              ba completions zsh > ~/.zfunc/_ba
              ba completions fish > ~/.config/fish/completions/ba.fish
            """)

    @Argument(help: "The shell: bash, zsh or fish.")
    var shell: Shell

    func run() throws {
        let kind: CompletionShell =
            switch shell {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        ControlContext.current.console.write(BackgroundAssetsTool.completionScript(for: kind))
    }
}
