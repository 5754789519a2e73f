// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SystemPackage
internal import SystemSupport

/// An Info.plist: keys and values, read from XML or binary form, written as XML.
struct PropertyList: Equatable, Sendable {
    var values: [String: PropertyValue]

    init(_ values: [String: PropertyValue] = [:]) { self.values = values }

    /// Reads the file at `path`, which is absolute; 1 MiB at most.
    ///
    /// - Throws: `ControlError`: `notFound`, `file`, or `malformed` when it is no property list with a dictionary.
    init(readingFileAt path: String) throws(ControlError) {
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try FileContents.read(path) } catch {
            guard error.errno == .noSuchFileOrDirectory else { throw .file(error) }
            throw .notFound("there is no Info.plist at \(path)")
        }
        do {
            values = try PropertyListDecoder().decode([String: PropertyValue].self, from: Data(bytes))
        } catch { throw .malformed("\(path) is no property list with a dictionary at its top") }
    }

    /// The XML form.
    func xml() throws(ControlError) -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        do { return Array(try encoder.encode(values)) } catch {
            throw .malformed("a property list cannot be written: \(error)")
        }
    }

    subscript(key: String) -> PropertyValue? {
        get { values[key] }
        set { values[key] = newValue }
    }

    /// The string under `key`; nil when it is missing or no string.
    func string(_ key: String) -> String? {
        if case .string(let value) = values[key] { value } else { nil }
    }

    /// The Boolean under `key`; nil when it is missing or no Boolean.
    func boolean(_ key: String) -> Bool? {
        if case .boolean(let value) = values[key] { value } else { nil }
    }

    /// The dictionary under `key`; nil when it is missing or no dictionary.
    func dictionary(_ key: String) -> PropertyList? {
        if case .dictionary(let value) = values[key] { PropertyList(value) } else { nil }
    }

    /// Sets a string unless the key is there.
    mutating func setDefault(_ key: String, _ value: String?) {
        if values[key] == nil, let value { values[key] = .string(value) }
    }
}
