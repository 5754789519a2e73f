// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import SystemSupport

/// Tells when a descriptor has something to be read, with no thread and no wake-up until then.
enum DescriptorEvents {
    /// `@unchecked Sendable`: the one method that is called, `cancel`, may be called from any thread.
    private final class SourceBox: @unchecked Sendable {
        let source: any DispatchSourceRead
        init(_ source: any DispatchSourceRead) { self.source = source }
    }

    /// A folder that is watched.
    struct WatchedFolder {
        let path: String
        /// What is told of it: see inotify(7), `IN_…`.
        let mask: Int32
        /// Whether it does without, where the folder cannot be watched: it is another user's.
        var isOptional = false
    }

    /// An element whenever something has happened to one of the folders, or to what it holds.
    ///
    /// - Throws: when a folder cannot be watched.
    static func stream(of folders: [WatchedFolder]) throws(SystemError) -> AsyncStream<Void> {
        let descriptor = try OwnedDescriptor(
            checking: inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)), "watch", folders.first?.path ?? "")
        let number = descriptor.rawValue
        for folder in folders {
            do throws(SystemError) {
                // Two paths may lead to one folder.
                try retrying("watch", folder.path) {
                    inotify_add_watch(number, folder.path, UInt32(folder.mask) | UInt32(IN_MASK_ADD))
                }
            } catch { if !folder.isOptional { throw error } }
        }
        return stream(of: descriptor, once: false)
    }

    /// An element whenever there is something; it is read and dropped, unless the descriptor is one (a process's) that
    /// can say one thing `once`: then the stream ends. Letting go of the stream closes the descriptor.
    static func stream(of descriptor: consuming OwnedDescriptor, once: Bool) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = descriptor.release()
        let queue = DispatchQueue(label: "background-assets.descriptor-events", qos: .utility)
        let box = SourceBox(DispatchSource.makeReadSource(fileDescriptor: number, queue: queue))
        box.source.setEventHandler { [box] in
            if once {
                continuation.yield()
                return continuation.finish()
            }
            // Read first: whoever is told looks after that, and what comes after the look is told again.
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(number, &buffer, buffer.count)
            continuation.yield()
            if count == 0 { box.source.cancel() }
        }
        box.source.setCancelHandler { close(number) }
        continuation.onTermination = { _ in box.source.cancel() }
        box.source.resume()
        return stream
    }
}
