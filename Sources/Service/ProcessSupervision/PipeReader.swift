// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import SystemSupport

/// The end of a pipe to read from. It is closed when nobody has it any more, and one of a pipe that lasts can be taken up again then.
package final class PipeReader: Sendable {
    private let descriptor: OwnedDescriptor
    /// Of a pipe that lasts, while it is read here.
    private let place: LastingPipe.Place?

    package convenience init(_ descriptor: consuming OwnedDescriptor) { self.init(descriptor, at: nil) }

    init(_ descriptor: consuming OwnedDescriptor, at place: LastingPipe.Place?) {
        self.descriptor = descriptor
        self.place = place
    }

    deinit { place?.leave() }

    /// Its number, to be polled.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Waits where nothing has come.
    ///
    /// - Returns: nil when nothing more comes.
    package func read() -> [UInt8]? { ChildOutput.read(descriptor.rawValue) }
}
