// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import SystemSupport

/// A service that this process has started, and that belongs to nobody: all that is known of it is what it says on its
/// standard error before it ends.
package final class LaunchedService: Sendable {
    private static let longestText = 16 << 10
    private static let longestLine = 1_000

    /// What became of it.
    enum Fate: Equatable {
        case running
        /// It is gone. Nothing said: another one was there first.
        case ended(said: String?)
    }

    private struct State: ~Copyable {
        let descriptor: OwnedDescriptor
        var text: [UInt8] = []
        var isEnded = false
    }

    package let executable: String
    let began = ContinuousClock.now
    private let state: Mutex<State>

    /// - `output`: what its standard error arrives at, and that blocks nobody; it ends with the last process that has it.
    init(executable: String, output: consuming OwnedDescriptor) {
        self.executable = executable
        state = Mutex(State(descriptor: output))
    }

    /// Whether it lives, or what it said. Does not block.
    var fate: Fate {
        state.withLock { state in
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while !state.isEnded {
                let count = read(state.descriptor.rawValue, &buffer, buffer.count)
                if count > 0 {
                    state.text += buffer[..<count].prefix(max(0, Self.longestText - state.text.count))
                } else if count == 0 {
                    state.isEnded = true
                } else if errno != EINTR {
                    return .running
                }
            }
            return .ended(said: Self.reason(String(decoding: state.text, as: UTF8.self)))
        }
    }

    /// Waits until it is gone, at most as long as this; answers as `fate` does. Blocks.
    func fate(within patience: Duration) -> Fate {
        let deadline = ContinuousClock.now + patience
        let number = state.withLock { $0.descriptor.rawValue }
        while true {
            let fate = fate
            let left = ContinuousClock.now.duration(to: deadline)
            guard fate == .running, left > .zero else { return fate }
            var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, Int32(left / .milliseconds(1)) + 1)
        }
    }

    /// The line that tells why it ended: the one of an error, else the first.
    static func reason(_ text: String) -> String? {
        let mark = "Error: "
        let lines = text.split(whereSeparator: \.isNewline)
        guard let line = lines.first(where: { $0.hasPrefix(mark) }) ?? lines.first else { return nil }
        return String(line.hasPrefix(mark) ? line.dropFirst(mark.count) : line).prefix(longestLine).description
    }
}
