// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

// Tasks that tell the session's delegate, or call a completion handler.
extension URLSession {
    /// What is done with the answer to a task for data.
    public typealias DataHandler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    /// What is done with the file of a download, which is gone when it returns.
    public typealias FileHandler = @Sendable (URL?, URLResponse?, (any Error)?) -> Void

    public func dataTask(with request: URLRequest) -> URLSessionDataTask {
        switch engine {
        case .foreground(let session): session.dataTask(with: request)
        case .background(let session): session.dataTask(request, in: self)
        }
    }

    public func dataTask(with url: URL) -> URLSessionDataTask { dataTask(with: URLRequest(url: url)) }

    public func dataTask(with request: URLRequest, completionHandler: @escaping DataHandler) -> URLSessionDataTask {
        switch engine {
        case .foreground(let session): session.dataTask(with: request, completionHandler: completionHandler)
        case .background(let session): session.dataTask(request, in: self, completionHandler)
        }
    }

    public func dataTask(with url: URL, completionHandler: @escaping DataHandler) -> URLSessionDataTask {
        dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
    }

    public func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask {
        switch engine {
        case .foreground(let session): session.uploadTask(with: request, fromFile: fileURL)
        case .background(let session): session.uploadTask(request, .file(fileURL), in: self)
        }
    }

    public func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask {
        switch engine {
        case .foreground(let session): session.uploadTask(with: request, from: bodyData)
        case .background(let session): session.uploadTask(request, .data(bodyData), in: self)
        }
    }

    public func uploadTask(
        with request: URLRequest, fromFile fileURL: URL, completionHandler: @escaping DataHandler
    ) -> URLSessionUploadTask {
        switch engine {
        case .foreground(let session):
            session.uploadTask(with: request, fromFile: fileURL, completionHandler: completionHandler)
        case .background(let session): session.uploadTask(request, .file(fileURL), in: self, completionHandler)
        }
    }

    public func uploadTask(
        with request: URLRequest, from bodyData: Data?, completionHandler: @escaping DataHandler
    ) -> URLSessionUploadTask {
        switch engine {
        case .foreground(let session):
            session.uploadTask(with: request, from: bodyData, completionHandler: completionHandler)
        case .background(let session):
            session.uploadTask(request, .data(bodyData ?? Data()), in: self, completionHandler)
        }
    }

    /// Sends what the delegate's stream gives. In a background session there is none: the task ends with
    /// `URLError.requestBodyStreamExhausted`.
    public func uploadTask(withStreamedRequest request: URLRequest) -> URLSessionUploadTask {
        switch engine {
        case .foreground(let session): session.uploadTask(withStreamedRequest: request)
        case .background(let session): session.uploadTask(request, .stream, in: self)
        }
    }

    public func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
        switch engine {
        case .foreground(let session): session.downloadTask(with: request)
        case .background(let session): session.downloadTask(request, in: self)
        }
    }

    public func downloadTask(with url: URL) -> URLSessionDownloadTask { downloadTask(with: URLRequest(url: url)) }

    /// Goes on with what has come of a download that was cancelled with `cancel(byProducingResumeData:)`.
    public func downloadTask(withResumeData resumeData: Data) -> URLSessionDownloadTask {
        switch engine {
        case .foreground(let session): session.downloadTask(withResumeData: resumeData)
        case .background(let session): session.downloadTask(resuming: resumeData, in: self)
        }
    }

    public func downloadTask(
        with request: URLRequest, completionHandler: @escaping FileHandler
    ) -> URLSessionDownloadTask {
        switch engine {
        case .foreground(let session): session.downloadTask(with: request, completionHandler: completionHandler)
        case .background(let session): session.downloadTask(request, in: self, completionHandler)
        }
    }

    public func downloadTask(with url: URL, completionHandler: @escaping FileHandler) -> URLSessionDownloadTask {
        downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
    }

    public func downloadTask(
        withResumeData resumeData: Data, completionHandler: @escaping FileHandler
    ) -> URLSessionDownloadTask {
        switch engine {
        case .foreground(let session):
            session.downloadTask(withResumeData: resumeData, completionHandler: completionHandler)
        case .background(let session): session.downloadTask(resuming: resumeData, in: self, completionHandler)
        }
    }

    /// A task of a session that is in the app: a background session has none, so that this is one of the shared session.
    public func webSocketTask(with url: URL) -> URLSessionWebSocketTask { foundation.webSocketTask(with: url) }

    public func webSocketTask(with url: URL, protocols: [String]) -> URLSessionWebSocketTask {
        foundation.webSocketTask(with: url, protocols: protocols)
    }

    public func webSocketTask(with request: URLRequest) -> URLSessionWebSocketTask {
        foundation.webSocketTask(with: request)
    }

    private var foundation: FoundationNetworking.URLSession {
        switch engine {
        case .foreground(let session): session
        case .background: FoundationNetworking.URLSession.shared
        }
    }
}
