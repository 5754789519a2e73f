// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What both kinds of Info.plist are checked for.
struct KeyRules {
    let subject: String
    let info: PropertyList
    /// How much a key that is missing or wrong stands in the way.
    let level: BundleFinding.Level
    private(set) var findings: [BundleFinding] = []

    init(subject: String, info: PropertyList, level: BundleFinding.Level = .obstacle) {
        self.subject = subject
        self.info = info
        self.level = level
    }

    /// The bundle cannot be installed like this.
    mutating func obstruct(_ message: String) { findings.append(BundleFinding(level, subject, message)) }

    mutating func error(_ message: String) { findings.append(BundleFinding(.error, subject, message)) }

    mutating func warn(_ message: String) { findings.append(BundleFinding(.warning, subject, message)) }

    /// A string that names a file or an identifier when it is there.
    mutating func optionalIdentifier(_ key: String) -> String? {
        guard let value = optionalString(key) else { return nil }
        if let problem = IdentifierRule.problem(with: value) {
            obstruct("\(key) is no identifier: \(problem)")
            return nil
        }
        return value
    }

    /// A key that must be there and hold such a string.
    @discardableResult
    mutating func requireIdentifier(_ key: String) -> String? {
        if info[key] == nil { obstruct("it lacks the key \(key)") }
        return optionalIdentifier(key)
    }

    /// A string with something in it, when the key is there.
    @discardableResult
    mutating func optionalString(_ key: String) -> String? {
        guard let value = info[key] else { return nil }
        guard case .string(let text) = value, !text.isEmpty else {
            obstruct("\(key) must be a string, and is \(info.string(key) == "" ? "empty" : value.typeName)")
            return nil
        }
        return text
    }

    /// A string, when the key is there, that people are shown among what the system says by itself: it is one line.
    mutating func checkShownText(_ key: String) {
        guard let text = optionalString(key), text.unicodeScalars.contains(where: Self.isControl) else { return }
        error("\(key) holds line ends or other control characters: people are shown it, on one line")
    }

    /// Whether it ends a line, moves a cursor, or turns the direction of writing.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: (0x202a...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        }
    }

    /// The name of a file in the same folder, when the key is there.
    @discardableResult
    mutating func optionalFileName(_ key: String) -> String? {
        guard let name = optionalString(key) else { return nil }
        guard AppKeyRules.isFileName(name) else {
            obstruct("\(key) must be the name of a file in the bundle, without slashes, and is \(name)")
            return nil
        }
        return name
    }

    /// A key that must be there and name a file.
    mutating func requireFileName(_ key: String) {
        if info[key] == nil { obstruct("it lacks the key \(key)") }
        optionalFileName(key)
    }

    /// A key that holds a Boolean when it is there; nil when it holds something else, which has been reported then.
    mutating func optionalBoolean(_ key: String) -> Bool? {
        guard let value = info[key] else { return false }
        if case .boolean(let flag) = value { return flag }
        obstruct("\(key) must be true or false (<true/>), and is \(value.typeName)")
        return nil
    }

    /// A key that holds a number of bytes when it is there; `false` when it is missing.
    @discardableResult
    mutating func checkSize(_ key: String, in list: PropertyList? = nil, of parent: String = "") -> Bool {
        guard let value = (list ?? info)[key] else { return false }
        switch value {
        case .integer(let bytes) where bytes >= 0: break
        case .integer, .real: obstruct("\(parent)\(key) must be a whole number of bytes, 0 or more")
        default: obstruct("\(parent)\(key) must be a number of bytes, and is \(value.typeName)")
        }
        return true
    }

    /// Whether `text` is an https URL with a host.
    static func isSecureURL(_ text: String) -> Bool {
        guard let components = URLComponents(string: text), let host = components.host else { return false }
        return components.scheme?.lowercased() == "https" && !host.isEmpty
    }
}
