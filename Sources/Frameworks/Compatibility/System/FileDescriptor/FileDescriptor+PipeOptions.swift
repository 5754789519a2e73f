// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension FileDescriptor {
    /// How a pipe is made.
    public struct PipeOptions: OptionSet, Hashable, Sendable, Codable {
        internal var wrapped: SystemPackage.FileDescriptor.PipeOptions

        internal init(wrapped: SystemPackage.FileDescriptor.PipeOptions) { self.wrapped = wrapped }

        /// The value with the given C constants.
        public init(rawValue: CInt) { wrapped = SystemPackage.FileDescriptor.PipeOptions(rawValue: rawValue) }

        /// The C constants.
        public var rawValue: CInt {
            get { wrapped.rawValue }
            set { wrapped.rawValue = newValue }
        }

        /// Reads and writes do not wait (`O_NONBLOCK`).
        public static var nonBlocking: PipeOptions { PipeOptions(wrapped: .nonBlocking) }

        /// Both ends are closed when the process runs another program (`O_CLOEXEC`).
        public static var closeOnExec: PipeOptions { PipeOptions(wrapped: .closeOnExec) }
    }
}
