// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// A word where the name of a subcommand was expected, and the names that may have been meant.
///
/// ArgumentParser counts such words as "unexpected arguments" of the command above, and does not say which names there are.
struct MisspelledCommand: Equatable, CustomStringConvertible {
    let word: String
    /// The command that has no such subcommand, as it is typed: `ba pack`.
    let parent: String
    /// The nearest names, best first.
    let candidates: [String]

    /// nil when the words up to the first option name subcommands, as far as these are looked for.
    init?(in arguments: [String], of root: any ParsableCommand.Type) {
        var command = root
        var path = root._commandName
        var isHelp = false
        for word in arguments {
            let subcommands = command.configuration.subcommands
            guard !word.hasPrefix("-"), !subcommands.isEmpty else { break }
            if word == "help", path == root._commandName {
                // What follows are commands, and nothing that one of them takes.
                isHelp = true
                continue
            }
            guard isHelp || command.configuration.defaultSubcommand == nil else { break }
            let takesArgument = command is any ArgumentTakingCommand.Type && !isHelp
            if let next = subcommands.first(where: { $0.names.contains(word) }) {
                command = next
                path += " " + word
                continue
            }
            if takesArgument { break }
            self.word = word
            parent = path
            // Two slips in a word of any length, one in a short one.
            let limit = word.count > 4 ? 2 : 1
            candidates = subcommands.flatMap { $0.names }.map { (name: $0, distance: Self.distance(word, $0)) }
                .filter { $0.distance <= limit || word.count > 1 && $0.name.hasPrefix(word) }.sorted {
                    ($0.distance, $0.name) < ($1.distance, $1.name)
                }.map(\.name)
            return
        }
        return nil
    }

    var description: String {
        let meant = candidates.map { "\"\($0)\"" }.joined(separator: " or ")
        return "\"\(word)\" is no command of \(parent)" + (meant.isEmpty ? "" : "; did you mean \(meant)?")
            + "\n`\(parent) --help` lists the commands"
    }

    /// Letters that are to be put in, taken out, changed or swapped with their neighbor to get from one word to the other.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var rows = [Array(0...right.count)]
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}

extension ParsableCommand {
    fileprivate static var names: [String] { [_commandName] + configuration.aliases }
}
