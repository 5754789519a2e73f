// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ServiceClient
internal import ServiceInterface
internal import Varlink

/// Schedules downloads that the system carries out, also while the app does not run, and tells what becomes of them.
///
/// There is one manager a process, and app and extension share the downloads behind it. Its methods that do not take a
/// completion handler wait for the system: call them elsewhere than on the main thread.
// @unchecked Sendable: every stored property is a constant that is Sendable itself.
public class BADownloadManager: NSObject, @unchecked Sendable {
    private static let only = BADownloadManager(identity: .own, control: .own)

    /// The manager of this process.
    public class var shared: BADownloadManager { only }

    private let identity: AppIdentity
    let callbacks: DownloadCallbacks
    let control: ExclusiveControl

    init(identity: AppIdentity, control: ExclusiveControl? = nil) {
        self.identity = identity
        self.control = control ?? ExclusiveControl(identity: identity)
        callbacks = DownloadCallbacks(identity: identity)
        super.init()
        identity.presence?.start()
    }

    /// Who is told what happens to the downloads of the app and its extension. It is not kept alive by this; all its
    /// methods are called on one queue, one after the other.
    public weak var delegate: (any BADownloadManagerDelegate)? {
        get { callbacks.delegate }
        set { callbacks.delegate = newValue }
    }

    /// The downloads of app and extension that are scheduled and have not ended. Waits for the system.
    public func fetchCurrentDownloads() throws -> [BADownload] {
        do throws(ServiceClientError) {
            return Self.downloads(try identity.service.callBlocking(FilesInterface.List()))
        } catch { throw DownloadFailure.error(error) }
    }

    /// The downloads of app and extension that are scheduled and have not ended.
    public func fetchCurrentDownloads(completionHandler: @escaping ([BADownload], (any Error)?) -> Void) {
        let handler = Handler(call: completionHandler)
        let (identity, queue) = (identity, callbacks.queue)
        Self.run {
            do throws(ServiceClientError) {
                let downloads = Self.downloads(try identity.service.callBlocking(FilesInterface.List()))
                queue.async { handler.call(downloads, nil) }
            } catch {
                let failure = DownloadFailure.error(error)
                queue.async { handler.call([], failure) }
            }
        } failed: { error in
            queue.async { handler.call([], error) }
        }
    }

    /// The downloads of app and extension that are scheduled and have not ended.
    public var currentDownloads: [BADownload] {
        get async throws {
            do throws(ServiceClientError) {
                return Self.downloads(try await identity.service.call(FilesInterface.List()))
            } catch { throw DownloadFailure.error(error) }
        }
    }

    /// Schedules a download, which the system begins when it sees fit. Waits for the system.
    ///
    /// - Throws: an error in ``BAErrorDomain``, as when a download with the same identifier is scheduled already.
    public func scheduleDownload(_ download: BADownload) throws { try schedule(download, inForeground: false) }

    /// Begins a download at once, or moves one that is scheduled to the front, where it stays until the app leaves it.
    /// Waits for the system.
    ///
    /// - Throws: an error in ``BAErrorDomain``, as when an extension, or an app that is not in front, calls it.
    public func startForegroundDownload(_ download: BADownload) throws { try schedule(download, inForeground: true) }

    /// Takes a download back. Nobody is told of its end. Waits for the system.
    ///
    /// - Throws: `downloadNotScheduled` in ``BAErrorDomain`` when it has ended or was never scheduled.
    public func cancel(_ download: BADownload) throws {
        do throws(ServiceClientError) {
            _ = try identity.service.callBlocking(
                FilesInterface.Cancel(id: download.uniqueIdentifier, callID: UUID().uuidString))
        } catch {
            // The system has been asked by the unique identifier, which says nothing to a person.
            guard error.serviceError?.code == .downloadNotFound else { throw DownloadFailure.error(error) }
            throw DownloadFailure.error(
                .downloadNotScheduled,
                "the download “\(download.identifier)” has ended, or was never scheduled: there is nothing to cancel")
        }
    }

    private func schedule(_ download: BADownload, inForeground: Bool) throws {
        guard let download = download as? BAURLDownload else {
            throw DownloadFailure.error(
                .downloadInvalid, "only downloads of URLs can be scheduled, which \(download) is not")
        }
        let file = try download.file()
        callbacks.waitUntilSettled()
        do throws(ServiceClientError) {
            _ = try identity.service.callBlocking(
                FilesInterface.Schedule(file: file, foreground: inForeground, callID: UUID().uuidString))
        } catch { throw DownloadFailure.scheduling(error) }
    }

    private static func downloads(_ reply: FilesInterface.List.Reply) -> [BADownload] {
        reply.files.map { .make($0.file, state: $0.state == .downloading ? .downloading : .waiting) }
    }

    /// Does on a thread of its own what has to wait: neither the caller's nor one of Swift's pool.
    private static func run(_ body: @escaping @Sendable () -> Void, failed: (NSError) -> Void) {
        do throws(VarlinkError) { try ServingThread.start(body) } catch {
            failed(DownloadFailure.error(.callerConnectionInvalid, error.description))
        }
    }

    /// @unchecked Sendable: it is called once, on the queue of all callbacks.
    private struct Handler: @unchecked Sendable { let call: ([BADownload], (any Error)?) -> Void }
}
