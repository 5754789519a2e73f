// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import ServiceInterface

// The tasks that its objects make.
extension BackgroundSession {
    func dataTask(
        _ request: URLRequest, in session: URLSession, _ handler: URLSession.DataHandler? = nil
    ) -> URLSessionDataTask {
        add(BackgroundDataTask(work(.data, request, in: session, handler.map { .data($0) })))
    }

    func uploadTask(
        _ request: URLRequest, _ content: UploadContent, in session: URLSession,
        _ handler: URLSession.DataHandler? = nil
    ) -> URLSessionUploadTask {
        add(BackgroundUploadTask(work(.upload, request, content, in: session, handler.map { .data($0) })))
    }

    func downloadTask(
        _ request: URLRequest, in session: URLSession, _ handler: URLSession.FileHandler? = nil
    ) -> URLSessionDownloadTask {
        add(BackgroundDownloadTask(work(.download, request, in: session, handler.map { .file($0) })))
    }

    func downloadTask(
        resuming data: Data, in session: URLSession, _ handler: URLSession.FileHandler? = nil
    ) -> URLSessionDownloadTask {
        let resumption = Resumption(data)
        return add(
            BackgroundDownloadTask(
                work(
                    .download, resumption?.request, in: session, handler.map { .file($0) },
                    resumeID: resumption?.id ?? "")))
    }

    private func work(
        _ kind: SessionTask.Kind, _ request: URLRequest?, _ content: UploadContent? = nil, in session: URLSession,
        _ handler: BackgroundWork.Handler?, resumeID: String? = nil
    ) -> BackgroundWork {
        BackgroundWork(
            number: nextNumber(), kind, request, content, resumeID: resumeID, of: self, session: session,
            handler: handler)
    }
}
