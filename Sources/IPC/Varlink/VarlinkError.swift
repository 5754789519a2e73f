// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What goes wrong between the two ends of a Varlink connection, below the level of any interface.
package enum VarlinkError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A message passed the limit, in bytes, before it ended.
    case messageTooLarge(limit: Int)
    /// A message is no JSON object of the form that Varlink defines.
    case malformedMessage(String)
    /// A call lacks a parameter, or has a wrong one: its name, with dots where it lies in another, and what is wrong.
    case invalidParameter(name: String, reason: String)
    /// The peer closed the connection; what was being waited for will not come.
    case connectionClosed
    /// The peer took longer than the caller wanted to wait. The connection is of no further use.
    case timedOut
    /// The peer answered with an error: its name, and its parameters as JSON.
    case remote(name: String, parameters: [UInt8])
    /// The system refused an operation on the socket.
    case system(String)

    package var description: String {
        switch self {
        case .messageTooLarge(let limit): "a message is larger than \(limit) bytes"
        case .malformedMessage(let reason): "a message is malformed: \(reason)"
        case .invalidParameter(let name, let reason): "the parameter \(name) of a call is wrong: \(reason)"
        case .connectionClosed: "the other end closed the connection"
        case .timedOut: "the other end did not answer in time"
        case .remote(let name, _): "the other end answered \(name)"
        case .system(let reason): reason
        }
    }
}

/// Names of the errors that every Varlink service may answer (interface `org.varlink.service`).
package enum StandardErrorName {
    package static let interfaceNotFound = "org.varlink.service.InterfaceNotFound"
    package static let methodNotFound = "org.varlink.service.MethodNotFound"
    package static let methodNotImplemented = "org.varlink.service.MethodNotImplemented"
    package static let invalidParameter = "org.varlink.service.InvalidParameter"
    package static let permissionDenied = "org.varlink.service.PermissionDenied"
    package static let expectedMore = "org.varlink.service.ExpectedMore"
}
