// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What the game can be told on its command line; without a command it asks the player.
enum Command: Equatable {
    case play(Level)
    case buy(Level)
    case finishTutorial
    case restart
    case model
    case storage
    case checkForUpdates
    case language(String)
    case help

    static let usage = """
        The Coast: a game whose levels arrive when they are needed.

          TheCoast                     the tutorial, then a menu
          TheCoast --play LEVEL        plays tutorial, shoreline or lighthouse
          TheCoast --buy lighthouse    buys a level and fetches it
          TheCoast --finish-tutorial   ends the tutorial and removes its assets
          TheCoast --restart           fetches the tutorial again and plays it
          TheCoast --model             today's tides, from the newest model on this device
          TheCoast --storage           what the assets take on this device
          TheCoast --check             looks for newer assets
          TheCoast --language de       changes the language: en, de or fr

        Several commands are carried out one after the other. Ctrl-C cancels a download.
        """

    /// Reads the arguments, without the program's name.
    static func parse(_ arguments: [String]) throws -> [Command] {
        var commands: [Command] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--play": commands.append(.play(try level(from: &rest, after: argument)))
            case "--buy": commands.append(.buy(try level(from: &rest, after: argument)))
            case "--finish-tutorial": commands.append(.finishTutorial)
            case "--restart": commands.append(.restart)
            case "--model": commands.append(.model)
            case "--storage": commands.append(.storage)
            case "--check": commands.append(.checkForUpdates)
            case "--language":
                guard let language = rest.popFirst() else { throw GameError.usage("--language needs a language") }
                commands.append(.language(language))
            case "--help", "-h": commands.append(.help)
            default: throw GameError.usage("\(argument) is nothing that the game knows; --help lists what it knows")
            }
        }
        return commands
    }

    private static func level(from rest: inout ArraySlice<String>, after argument: String) throws -> Level {
        guard let name = rest.popFirst(), let level = Level(rawValue: name) else {
            let names = Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw GameError.usage("\(argument) needs a level: \(names)")
        }
        return level
    }
}
