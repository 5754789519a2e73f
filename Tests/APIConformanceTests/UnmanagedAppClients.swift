// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets

/// What a client puts before the manager, to have another in its place in tests.
protocol DownloadManaging {
    var delegate: BADownloadManagerDelegate? { get set }
    func fetchCurrentDownloads() throws -> [BADownload]
    func fetchCurrentDownloads(completionHandler: @escaping ([BADownload], (any Error)?) -> Void)
    var currentDownloads: [BADownload] { get async throws }
    func scheduleDownload(_ download: BADownload) throws
    func startForegroundDownload(_ download: BADownload) throws
    func cancel(_ download: BADownload) throws
    func withExclusiveControl(_: @escaping (Bool, Error?) -> Void)
    func withExclusiveControl(beforeDate date: Date, perform performHandler: @escaping (Bool, (any Error)?) -> Void)
    func withExclusiveControl<ReturnType>(_ body: @escaping () throws -> sending ReturnType) async throws
        -> sending ReturnType
    func withExclusiveControl<ReturnType>(before date: Date, _ body: @escaping () throws -> sending ReturnType)
        async throws -> sending ReturnType
}

extension BADownloadManager: DownloadManaging {}

final class DownloadStore: NSObject, BADownloadManagerDelegate {
    override init() {
        super.init()
        BADownloadManager.shared.delegate = self
    }

    func start(_ url: URL, _ id: String) {
        let manager = BADownloadManager.shared
        manager.withExclusiveControl { acquired, error in
            guard acquired else { return }
            do {
                let current = try manager.fetchCurrentDownloads()
                let download =
                    current.first { $0.identifier == id }
                    ?? BAURLDownload(
                        identifier: id, request: URLRequest(url: url), essential: false, fileSize: 1_000_000,
                        applicationGroupIdentifier: "group.example", priority: .default)
                guard download.state != .failed else { throw CocoaError(.fileNoSuchFile) }
                try manager.startForegroundDownload(download)
            } catch { print(error) }
        }
        manager.withExclusiveControl(beforeDate: Date(timeIntervalSinceNow: 5)) { acquired, error in
            if !acquired, let error { print(error.localizedDescription) }
        }
    }

    func download(_ download: BADownload, finishedWithFileURL fileURL: URL) {
        _ = try? FileManager.default.replaceItemAt(URL(fileURLWithPath: "final"), withItemAt: fileURL)
    }

    func download(_ download: BADownload, failedWithError error: any Error) {
        guard (error as NSError).domain == BAErrorDomain else { return }
        switch BAErrorCode(rawValue: (error as NSError).code) {
        case .downloadAlreadyScheduled, .callerConnectionNotAccepted: break
        default: break
        }
    }
}

@MainActor final class CatalogModel {
    private(set) var names: [String] = []

    func reload(_ catalog: URL) async throws {
        let text = try await BADownloadManager.shared.withExclusiveControl {
            try String(contentsOf: catalog, encoding: .utf8)
        }
        names = text.split(separator: "\n").map(String.init)
        let count: Int = try await BADownloadManager.shared.withExclusiveControl(before: .now + 5) {
            try BADownloadManager.shared.fetchCurrentDownloads().count
        }
        if count == 0 { names = [] }
    }
}
