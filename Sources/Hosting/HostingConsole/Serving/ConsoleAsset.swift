// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import SystemSupport

/// A file that pages need. Its address changes with it, so that it may be kept for good.
struct ConsoleAsset: Sendable {
    private let bytes: [UInt8]
    private let type: String
    private let isCurrent: Bool

    private static let tag = String(
        Hexadecimal.text(
            SHA256.hash(data: PackageResources.console_css + PackageResources.console_js + PackageResources.upload_js)
        ).prefix(12))

    /// Where they are, behind the root.
    static let stylePath = "/assets/\(tag)/console.css"
    static let scriptPath = "/assets/\(tag)/console.js"
    static let uploadPath = "/assets/\(tag)/upload.js"

    /// - Returns: nil for another path.
    init?(path: String) {
        guard path.hasPrefix("/assets/") else { return nil }
        isCurrent = [Self.stylePath, Self.scriptPath, Self.uploadPath].contains(path)
        if path.hasSuffix("/console.css") {
            (bytes, type) = (PackageResources.console_css, "text/css; charset=utf-8")
        } else if path.hasSuffix("/console.js") {
            (bytes, type) = (PackageResources.console_js, "text/javascript; charset=utf-8")
        } else if path.hasSuffix("/upload.js") {
            (bytes, type) = (PackageResources.upload_js, "text/javascript; charset=utf-8")
        } else {
            return nil
        }
    }

    var response: Response {
        var headers = HTTPFields()
        headers[.contentType] = type
        headers[.contentLength] = "\(bytes.count)"
        headers[.xContentTypeOptions] = "nosniff"
        // A page of another version of the host may ask for what it knows.
        headers[.cacheControl] = isCurrent ? "public, max-age=31536000, immutable" : "no-cache"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
