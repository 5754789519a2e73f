// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import ServiceInterface

/// The sockets that an extension inherits from the service.
package struct ExtensionSockets: Equatable, Sendable {
    /// The service calls the extension on this one.
    package let serve: Int32
    /// The extension calls the service on this one.
    package let call: Int32
    /// The extension follows events on these, of one kind on each; an older service passes fewer.
    package let streams: [Int32]

    /// Reads `BACKGROUND_ASSETS_EXTENSION_SOCKETS`, as in `3,4`, and those that name one more each, as
    /// `BACKGROUND_ASSETS_EXTENSION_STREAM` does, and keeps them from processes that the extension starts.
    ///
    /// Returns nil when the variable is missing, or does not name two open sockets: the process was not started by the
    /// service.
    package init?(environment: [String: String]) {
        guard let value = environment[ServiceProtocol.extensionSocketsVariable] else { return nil }
        let numbers = value.split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) }
        guard numbers.count == 2, let serve = numbers[0], let call = numbers[1], serve != call else { return nil }
        for number in [serve, call] where !Self.take(number) { return nil }
        self.serve = serve
        self.call = call
        var streams: [Int32] = []
        for variable in ServiceProtocol.extensionStreamVariables {
            guard let number = environment[variable].flatMap({ Int32($0) }), ![serve, call].contains(number),
                !streams.contains(number), Self.take(number)
            else { continue }
            streams.append(number)
        }
        self.streams = streams
    }

    /// Whether this is an open socket, which processes that the extension starts do not get.
    private static func take(_ number: Int32) -> Bool {
        var status = stat()
        return number > 2 && fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
            && fcntl(number, F_SETFD, FD_CLOEXEC) == 0
    }
}
