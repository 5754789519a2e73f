// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation

extension FixtureGame {
    /// Has files fetched from below an address, while each callback makes calls that wait for the service, and more tasks do than
    /// Swift's pool has threads.
    static func downloads(from address: String) async {
        let delegate = WaitingDelegate(address: address)
        let manager = BADownloadManager.shared
        manager.delegate = delegate
        let tasks = (0..<8).map { _ in
            Task.detached {
                while !delegate.isDone { _ = try manager.fetchCurrentDownloads() }
            }
        }
        do {
            for index in 0..<WaitingDelegate.firstCount { try delegate.schedule(index) }
            for task in tasks { try await task.value }
            print("finished \(delegate.finishedCount) overlapping \(delegate.overlappingCount)")
        } catch { print("error \(error)") }
    }
}

private final class WaitingDelegate: NSObject, BADownloadManagerDelegate, @unchecked Sendable {
    static let firstCount = 10
    static let count = 30

    private let address: String
    private let lock = NSLock()
    private var running = 0
    private var overlapping = 0
    private var finished = 0

    init(address: String) { self.address = address }

    var isDone: Bool { lock.withLock { finished == Self.count } }
    var finishedCount: Int { lock.withLock { finished } }
    var overlappingCount: Int { lock.withLock { overlapping } }

    func schedule(_ index: Int) throws {
        guard let url = URL(string: address + "/\(index)") else { throw CocoaError(.coderInvalidValue) }
        try BADownloadManager.shared.scheduleDownload(
            BAURLDownload(
                identifier: "\(index)", request: URLRequest(url: url), essential: false, fileSize: 0,
                applicationGroupIdentifier: "group.com.example.game", priority: .default))
    }

    /// Notes when a callback comes while another runs.
    private func alone(_ body: () throws -> Void) {
        lock.withLock {
            running += 1
            if running > 1 { overlapping += 1 }
        }
        do { try body() } catch { print("error \(error)") }
        lock.withLock { running -= 1 }
    }

    func downloadDidBegin(_ download: BADownload) { alone { _ = try BADownloadManager.shared.fetchCurrentDownloads() } }

    func download(_ download: BADownload, failedWithError error: any Error) { print("failed \(error)") }

    func download(_ download: BADownload, finishedWithFileURL fileURL: URL) {
        alone {
            _ = try BADownloadManager.shared.fetchCurrentDownloads()
            let next = lock.withLock {
                finished += 1
                return finished + Self.firstCount - 1
            }
            if next < Self.count { try schedule(next) }
        }
    }
}
