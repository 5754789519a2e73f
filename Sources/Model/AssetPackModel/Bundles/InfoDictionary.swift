// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A property list whose values are asked for by key and type, with errors that name both.
struct InfoDictionary {
    private let values: [String: Any]
    private let path: String

    init(propertyList data: Data, path: String) throws(AppBundleError) {
        let object: Any
        do { object = try PropertyListSerialization.propertyList(from: data, format: nil) } catch {
            throw AppBundleError("\(path) is no property list (XML or binary): check it with `plutil` or an XML tool")
        }
        guard let values = object as? [String: Any] else {
            throw AppBundleError("\(path) holds no dictionary at its top level")
        }
        self.values = values
        self.path = path
    }

    private init(values: [String: Any], path: String) {
        self.values = values
        self.path = path
    }

    func string(_ key: String) throws(AppBundleError) -> String? {
        guard let value = values[key] else { return nil }
        guard let string = value as? String, !string.isEmpty else { throw wrong(key, "a string that is not empty") }
        return string
    }

    func bool(_ key: String) throws(AppBundleError) -> Bool? {
        guard let value = values[key] else { return nil }
        guard let bool = value as? Bool else { throw wrong(key, "true or false") }
        return bool
    }

    /// A number of bytes.
    func size(_ key: String) throws(AppBundleError) -> Int64? {
        guard let value = values[key] else { return nil }
        guard let number = (value as? Int).map(Int64.init) ?? (value as? NSNumber)?.int64Value, number >= 0 else {
            throw wrong(key, "a number of bytes, 0 or more")
        }
        return number
    }

    func strings(_ key: String) throws(AppBundleError) -> [String]? {
        guard let value = values[key] else { return nil }
        guard let strings = value as? [String] else { throw wrong(key, "an array of strings") }
        return strings
    }

    func dictionary(_ key: String) throws(AppBundleError) -> InfoDictionary? {
        guard let value = values[key] else { return nil }
        guard let inner = value as? [String: Any] else { throw wrong(key, "a dictionary") }
        return InfoDictionary(values: inner, path: "\(path): \(key)")
    }

    func optionalIdentifier(_ key: String) throws(AppBundleError) -> String? {
        guard let text = try string(key) else { return nil }
        if let problem = IdentifierRule.problem(with: text) { throw AppBundleError("\(path): \(key): \(problem)") }
        return text
    }

    func identifier(_ key: String) throws(AppBundleError) -> String {
        guard let text = try optionalIdentifier(key) else { throw missing(key) }
        return text
    }

    /// The name of a file directly in the bundle.
    func optionalFileName(_ key: String) throws(AppBundleError) -> String? {
        guard let name = try string(key) else { return nil }
        guard !name.contains("/"), !name.contains("\0"), name != ".", name != "..", name.utf8.count <= 255 else {
            throw wrong(key, "the name of a file in the bundle, without slashes")
        }
        return name
    }

    func fileName(_ key: String) throws(AppBundleError) -> String {
        guard let name = try optionalFileName(key) else { throw missing(key) }
        return name
    }

    private func missing(_ key: String) -> AppBundleError { AppBundleError("\(path) lacks the key \(key)") }

    private func wrong(_ key: String, _ expectation: String) -> AppBundleError {
        AppBundleError("\(path): \(key) must be \(expectation)")
    }
}
