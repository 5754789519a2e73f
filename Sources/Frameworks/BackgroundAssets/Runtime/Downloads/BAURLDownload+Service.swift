// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import ServiceInterface
internal import URLLoading

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
        return FileDownload(
            id: uniqueIdentifier, identifier: identifier,
            request: FileRequest(url: url, request),
            fileSize: Int64(fileSize), groupID: applicationGroupIdentifier, essential: isEssential,
            priority: priority.rawValue)
    }
}
