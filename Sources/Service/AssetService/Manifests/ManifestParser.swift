// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation

/// Reads what a server gave as a manifest.
enum ManifestParser {
    /// Bytes of the largest manifest that is taken.
    static let limit = 32 << 20
    /// Levels of nesting; a manifest needs five, and `userInfo` some more.
    static let depthLimit = 64

    /// - Throws: `malformed` or `invalid`, naming the app, the address and the key.
    static func parse(
        _ body: Data, bundleID: String, url: String
    ) throws(ManifestError) -> DownloadManifest {
        func malformed(_ reason: String) -> ManifestError {
            .malformed(bundleID: bundleID, url: url, reason: reason)
        }
        guard !body.isEmpty else { throw malformed("it is empty") }
        guard let first = body.first(where: { !" \t\r\n".utf8.contains($0) }), first == UInt8(ascii: "{") else {
            // On one line, whatever it is.
            let beginning = String(decoding: body.prefix(40), as: UTF8.self)
                .split { $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
                .joined(separator: " ")
            throw malformed("it begins with \"\(beginning)\" where a JSON object was expected")
        }
        guard depth(of: body) <= depthLimit else { throw malformed("it is nested deeper than \(depthLimit) levels") }
        let manifest: DownloadManifest
        do { manifest = try JSONDecoder().decode(DownloadManifest.self, from: body) } catch {
            throw malformed(Self.reason(error) ?? Self.fault(of: body))
        }
        if let platform = manifest.platform, platform != "linux" {
            throw malformed("it is for the platform \(platform), and this one is linux")
        }
        do throws(DownloadManifestError) { try manifest.validate() } catch {
            throw .invalid(bundleID: bundleID, url: url, error)
        }
        return manifest
    }

    /// The deepest nesting of brackets outside strings; looked at first, so that no parser has to recurse that far.
    private static func depth(of body: Data) -> Int {
        var depth = 0
        var deepest = 0
        var inString = false
        var escaped = false
        for byte in body {
            if inString {
                if escaped {
                    escaped = false
                } else if byte == UInt8(ascii: "\\") {
                    escaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): inString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return deepest
    }

    /// What is wrong with text of which the decoder says no more than that it is no JSON that fits.
    private static func fault(of body: Data) -> String {
        do throws(SourceError) {
            _ = try JSONTextParser.parse(SourceText(name: "manifest", bytes: [UInt8](body)))
        } catch {
            return "it is not valid JSON, or was cut off (line \(error.line), column \(error.column): \(error.message))"
        }
        return "a number in it is out of range, or has a fraction where a whole one is expected"
    }

    /// nil when the decoder names no place and no reason.
    private static func reason(_ error: any Error) -> String? {
        func at(_ context: DecodingError.Context, _ text: String) -> String {
            let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
            return path.isEmpty ? text : "\(path.drop { $0 == "." }): \(text)"
        }
        return switch error as? DecodingError {
        case .keyNotFound(let key, let context): at(context, "the key \"\(key.stringValue)\" is missing")
        case .typeMismatch(let type, let context): at(context, "the value must be of type \(type)")
        case .valueNotFound(_, let context): at(context, "a value is missing")
        case .dataCorrupted(let context):
            // Foundation names no place for text that is no JSON at all, nor for numbers that do not fit.
            context.codingPath.isEmpty ? nil : at(context, context.debugDescription)
        default: "\(error)"
        }
    }
}
