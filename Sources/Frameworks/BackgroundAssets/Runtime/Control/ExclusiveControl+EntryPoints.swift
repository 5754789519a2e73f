// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import ServiceClient
internal import SystemSupport

extension ExclusiveControl {
    /// How long the tasks that an entry point has started have to begin.
    private static let patience = Duration.milliseconds(100)
    private static let pause = Duration.microseconds(200)

    /// Waits until the turns that an entry point of an extension has asked for are over: its process ends after that. What it
    /// asks for at the beginning of a task counts, which need not have run by the time the entry point returns.
    func waitUntilIdleAfterEntryPoint() {
        repeat { Self.letTasksBegin() } while waitUntilIdle()
    }

    /// The same for an entry point that is a task: its thread of Swift's pool may be the one that a turn needs.
    func idleAfterEntryPoint() async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "BackgroundAssets.exclusiveControl.idle").async {
                self.waitUntilIdleAfterEntryPoint()
                continuation.resume()
            }
        }
    }

    /// Lets the tasks that wait for a thread now have one, and come to where they wait.
    private static func letTasksBegin() {
        let deadline = ContinuousClock.now + patience
        let begun = DispatchGroup()
        begun.enter()
        Task.detached { begun.leave() }
        begun.enter()
        Task { @MainActor in begun.leave() }
        _ = begun.wait(timeout: .now() + .milliseconds(100))
        while othersRun, ContinuousClock.now < deadline { ServiceClient.sleep(pause) }
    }

    /// Whether another thread of this process has something to do now: the kernel knows from the moment when it is woken.
    private static var othersRun: Bool {
        // Without /proc nothing is known, and what is not known is not waited for.
        guard let own = ownThread, let folder = try? Directory(opening: "/proc/self/task"),
            let threads = try? folder.names()
        else {
            return false
        }
        return threads.contains { thread in
            // One that has ended in the meantime has nothing to do.
            guard thread != own, let file = try? folder.open(thread + "/stat"),
                let text = try? file.readAll(limit: 4096, subject: thread),
                let name = text.lastIndex(of: UInt8(ascii: ")")), name + 2 < text.count
            else { return false }
            return [UInt8(ascii: "R"), UInt8(ascii: "D")].contains(text[name + 2])
        }
    }

    /// The number of this thread, by the link that says where it stands: `<process>/task/<thread>`.
    private static var ownThread: String? {
        LinkTarget(of: "/proc/thread-self")?.text.split(separator: "/").last.map(String.init)
    }
}
