// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation
internal import ServiceInterface

/// What both kinds of Info.plist are checked for.
struct KeyRules {
    let subject: String
    let info: PropertyList
    private(set) var findings: [Finding] = []

    init(subject: String, info: PropertyList) {
        self.subject = subject
        self.info = info
    }

    mutating func error(_ message: String) {
        findings.append(Finding(level: .error, subject: subject, message: message))
    }

    mutating func warn(_ message: String) {
        findings.append(Finding(level: .warning, subject: subject, message: message))
    }

    /// A key that must be there and hold a string that names a file or an identifier.
    @discardableResult
    mutating func requireIdentifier(_ key: String) -> String? {
        guard let value = requireString(key) else { return nil }
        if let problem = IdentifierRule.problem(with: value) {
            error("\(key) is no identifier: \(problem)")
            return nil
        }
        return value
    }

    /// A key that must be there and hold a string with something in it.
    @discardableResult
    mutating func requireString(_ key: String) -> String? {
        guard let value = info[key] else {
            error("\(key) is missing")
            return nil
        }
        guard case .string(let text) = value, !text.isEmpty else {
            error("\(key) must be a string, and is \(info.string(key) == "" ? "empty" : value.typeName)")
            return nil
        }
        return text
    }

    /// A key that holds a Boolean when it is there; nil when it holds something else, which has been reported then.
    mutating func optionalBoolean(_ key: String) -> Bool? {
        guard let value = info[key] else { return false }
        if case .boolean(let flag) = value { return flag }
        error("\(key) must be a Boolean (<true/>), and is \(value.typeName)")
        return nil
    }

    /// A key that holds a number of bytes when it is there; `false` when it is missing.
    @discardableResult
    mutating func checkSize(_ key: String, in list: PropertyList? = nil) -> Bool {
        guard let value = (list ?? info)[key] else { return false }
        switch value {
        case .integer(let bytes) where bytes >= 0: break
        case .integer, .real: error("\(key) must be a whole number of bytes, 0 or more")
        default: error("\(key) must be a number of bytes, and is \(value.typeName)")
        }
        return true
    }

    /// Whether `text` is an https URL with a host.
    static func isSecureURL(_ text: String) -> Bool {
        guard let components = URLComponents(string: text), let host = components.host else { return false }
        return components.scheme?.lowercased() == "https" && !host.isEmpty
    }
}
