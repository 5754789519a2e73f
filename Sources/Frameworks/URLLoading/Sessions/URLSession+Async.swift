// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

// What a function of Swift's concurrency waits for. A task that is cancelled meanwhile cancels what it has asked for.
extension URLSession {
    /// Loads what a request answers.
    ///
    /// On Apple's systems a background session traps here; on this one its answer is waited for, and a request that takes the place of a
    /// cancelled one has what has come of it.
    public func data(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        switch engine {
        case .foreground(let session):
            try await session.data(for: request, delegate: delegate.map { ForegroundDelegate($0, of: self) })
        case .background(let session):
            try await Self.answer { session.dataTask(request, in: self, $0) }
        }
    }

    public func data(
        from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        try await data(for: URLRequest(url: url), delegate: delegate)
    }

    public func upload(
        for request: URLRequest, fromFile fileURL: URL, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        switch engine {
        case .foreground(let session):
            try await session.upload(
                for: request, fromFile: fileURL, delegate: delegate.map { ForegroundDelegate($0, of: self) })
        case .background(let session):
            try await Self.answer { session.uploadTask(request, .file(fileURL), in: self, $0) }
        }
    }

    public func upload(
        for request: URLRequest, from bodyData: Data, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        switch engine {
        case .foreground(let session):
            try await session.upload(
                for: request, from: bodyData, delegate: delegate.map { ForegroundDelegate($0, of: self) })
        case .background(let session):
            try await Self.answer { session.uploadTask(request, .data(bodyData), in: self, $0) }
        }
    }

    /// Loads what a request answers into a file, which is the caller's.
    public func download(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (URL, URLResponse) {
        switch engine {
        case .foreground(let session):
            try await session.download(for: request, delegate: delegate.map { ForegroundDelegate($0, of: self) })
        case .background(let session):
            try await Self.file { session.downloadTask(request, in: self, $0) }
        }
    }

    public func download(
        from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (URL, URLResponse) {
        try await download(for: URLRequest(url: url), delegate: delegate)
    }

    /// Goes on with what has come of a download that was cancelled with `cancel(byProducingResumeData:)`.
    public func download(
        resumeFrom resumeData: Data, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (URL, URLResponse) {
        try await Self.file { self.downloadTask(withResumeData: resumeData, completionHandler: $0) }
    }

    // MARK: Waiting

    private static func answer(
        _ make: (@escaping DataHandler) -> URLSessionDataTask
    ) async throws -> (Data, URLResponse) {
        let waiter = TaskWaiter<(Data, URLResponse)>()
        let task = make { data, response, error in
            waiter.resume(error, (data ?? Data(), response))
        }
        return try await waiter.wait(for: task)
    }

    private static func file(
        _ make: (@escaping FileHandler) -> URLSessionDownloadTask
    ) async throws -> (URL, URLResponse) {
        let waiter = TaskWaiter<(URL, URLResponse)>()
        let task = make { location, response, error in
            do {
                // It is gone when the handler returns.
                let kept = try location.map(TaskWaiter<(URL, URLResponse)>.keep)
                waiter.resume(error, kept.map { ($0, response) })
            } catch { waiter.resume(error, nil) }
        }
        return try await waiter.wait(for: task)
    }
}
