// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import ServiceInterface

extension BADownload {
    /// A download as the service tells of it.
    static func make(_ file: FileDownload, state: State) -> BADownload {
        file.manifest == true ? ManifestDownload(file, state: state) : BAURLDownload(file, state: state)
    }
}

extension BAURLDownload {
    /// The download as the service is told of it.
    ///
    /// - Throws: `downloadInvalid` for a request that cannot be kept.
    func file() throws -> FileDownload {
        guard let url = request.url else {
            throw DownloadFailure.error(.downloadInvalid, "the request of the download “\(identifier)” has no URL")
        }
        guard identifier.utf8.count <= FileDownload.longestIdentifier else {
            throw DownloadFailure.error(
                .downloadInvalid,
                "the identifier of the download “\(identifier.prefix(40))…” has \(identifier.utf8.count) bytes, and "
                    + "\(FileDownload.longestIdentifier) are allowed")
        }
        guard request.httpBodyStream == nil else {
            throw DownloadFailure.error(
                .downloadInvalid,
                "the body of the download “\(identifier)” is a stream, which cannot be kept until it is sent: set httpBody"
            )
        }
        let body = request.httpBody ?? Data()
        guard body.count <= FileRequest.largestBody else {
            throw DownloadFailure.error(
                .downloadInvalid,
                "the body of the download “\(identifier)” has \(body.count) bytes, and \(FileRequest.largestBody) are allowed"
            )
        }
        let fields = request.allHTTPHeaderFields ?? [:]
        return FileDownload(
            id: uniqueIdentifier, identifier: identifier,
            request: FileRequest(
                url: url.absoluteString, method: request.httpMethod ?? "GET",
                headers: fields.sorted { $0.key < $1.key }.map { FileRequest.Header(name: $0.key, value: $0.value) },
                body: body),
            fileSize: Int64(fileSize), groupID: applicationGroupIdentifier, essential: isEssential,
            priority: priority.rawValue)
    }
}

extension URLRequest {
    init(_ request: FileRequest) {
        // The service has taken it for an address.
        self.init(url: URL(string: request.url) ?? URL(fileURLWithPath: "/"))
        httpMethod = request.method
        for header in request.headers { addValue(header.value, forHTTPHeaderField: header.name) }
        if !request.body.isEmpty { httpBody = request.body }
    }
}
