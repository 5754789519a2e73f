// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DeviceLink
internal import ServiceInterface
internal import ToolSupport

/// What `backgroundassets-debug` can end with, beside what the service answers.
enum DebugError: ToolFailure, Equatable {
    case link(LinkError)
    /// There is no such device.
    case noDevice(String)
    /// There is no such machine, of either kind.
    case noMachine(String)
    /// Several devices have this name.
    case severalDevices(String, ids: [String])
    /// A question cannot be put to anybody.
    case noTerminal
    /// What was given are no words of a machine.
    case noWords(String)
    /// The words that were given are others.
    case otherWords(shown: String)
    case interrupted
    case developerModeOff

    var exitCode: ToolExitCode {
        switch self {
        case .link(let error):
            switch error {
            case .folder, .damaged, .identity: .configuration
            case .address: .usage
            case .several: .noInput
            case .connection, .listening: .unavailable
            case .otherCertificate, .notPaired, .declined: .noPermission
            case .nonsense: .protocolViolation
            case .busy: .temporaryFailure
            }
        case .noDevice, .noMachine, .severalDevices: .noInput
        case .noTerminal, .noWords: .usage
        case .otherWords, .developerModeOff: .noPermission
        case .interrupted: .interrupted
        }
    }

    var description: String {
        switch self {
        case .link(let error): error.description
        case .noDevice(let name):
            "no device \(name.debugDescription) is paired; `backgroundassets-debug --list-devices` lists those that are"
        case .noMachine(let name):
            "no machine \(name.debugDescription) is paired; `ba pair list` lists those that are"
        case .severalDevices(let name, let ids):
            "several devices are called \(name): name one by its ID, \(ids.joined(separator: " or "))"
        case .noTerminal:
            "nobody can be asked whether the words are right, for there is no terminal: give the other machine's words with "
                + "--expect (`ba pair list` shows there what they are)"
        case .noWords(let text):
            "\(text.debugDescription) are not the words of a machine: these are six, of five letters each (`ba pair list` shows "
                + "there what they are)"
        case .otherWords(let shown): "the other machine's words are not those that were expected, but \(shown)"
        case .interrupted: "interrupted"
        case .developerModeOff:
            "this device is not for development: `ba settings developer-mode on` makes it one"
        }
    }
}
