// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import SystemSupport

/// An Info.plist: keys and values, read from XML or binary form, written as XML.
package struct PropertyList: Equatable, Sendable {
    /// Most bytes of a file that is read.
    package static let limit = 1 << 20

    package var values: [String: PropertyValue]

    package init(_ values: [String: PropertyValue] = [:]) { self.values = values }

    /// Reads the bytes of a file. `path` is for messages.
    ///
    /// - Throws: `malformed` when it is no property list with a dictionary.
    package init(parsing data: Data, path: String) throws(AppBundleError) {
        guard PropertyListShape(Array(data)).isHarmless else {
            throw AppBundleError(
                "\(path) is no property list that can be read: it nests deeper than \(PropertyListShape.depthLimit) "
                    + "levels, or holds too many values", kind: .malformed)
        }
        do {
            values = try PropertyListDecoder().decode([String: PropertyValue].self, from: data)
        } catch {
            if case .typeMismatch(_, let context)? = error as? DecodingError, context.codingPath.isEmpty {
                throw AppBundleError("\(path) holds no dictionary at its top level", kind: .malformed)
            }
            throw AppBundleError(
                "\(path) is no property list (XML or binary): check it with `plutil` or an XML tool", kind: .malformed)
        }
    }

    /// Reads the file at `path`, which is absolute.
    ///
    /// - Throws: `missing`, `unreadable`, or `malformed`.
    package init(readingFileAt path: String) throws(AppBundleError) {
        // Foundation's attributes would name the owner too, and ask the whole of passwd for that each time.
        guard let status = FileStatus(resolving: path) else {
            throw AppBundleError("\(path) is missing: an Info.plist is needed", kind: .missing)
        }
        // A pipe would block, a folder has no bytes.
        guard status.kind == .file else {
            throw AppBundleError("\(path) cannot be read: it is no regular file", kind: .unreadable)
        }
        guard status.size <= Self.limit else {
            throw AppBundleError("\(path) has \(status.size) bytes; at most 1 MiB is read", kind: .unreadable)
        }
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
            throw AppBundleError("\(path) cannot be read: \(error.localizedDescription)", kind: .unreadable)
        }
        try self.init(parsing: data, path: path)
    }

    /// The XML form.
    ///
    /// - Throws: `malformed` for values that have none, as a date beyond the calendar.
    package func xml() throws(AppBundleError) -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        do { return Array(try encoder.encode(values)) } catch {
            throw AppBundleError("a property list cannot be written: \(error)", kind: .malformed)
        }
    }

    package subscript(key: String) -> PropertyValue? {
        get { values[key] }
        set { values[key] = newValue }
    }

    /// The string under `key`; nil when it is missing or no string.
    package func string(_ key: String) -> String? {
        if case .string(let value) = values[key] { value } else { nil }
    }

    /// The Boolean under `key`; nil when it is missing or no Boolean.
    package func boolean(_ key: String) -> Bool? {
        if case .boolean(let value) = values[key] { value } else { nil }
    }

    /// The whole number under `key`; nil when it is missing or none.
    package func integer(_ key: String) -> Int64? {
        if case .integer(let value) = values[key] { value } else { nil }
    }

    /// The dictionary under `key`; nil when it is missing or no dictionary.
    package func dictionary(_ key: String) -> PropertyList? {
        if case .dictionary(let value) = values[key] { PropertyList(value) } else { nil }
    }

    /// The strings in the array under `key`; nil when it is missing or no array.
    package func strings(_ key: String) -> [String]? {
        guard case .array(let entries) = values[key] else { return nil }
        return entries.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    /// Sets a string unless the key is there.
    package mutating func setDefault(_ key: String, _ value: String?) {
        if values[key] == nil, let value { values[key] = .string(value) }
    }
}
