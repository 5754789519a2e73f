// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a responder does for each method.
///
/// A handler that throws `VarlinkError.remote` has that error answered; parameters that cannot be decoded are answered
/// with `InvalidParameter`.
package struct VarlinkHandlers: Sendable {
    /// A handler of one method: the bytes of its reply.
    enum Handler: Sendable {
        case blocking(@Sendable (VarlinkCall) throws(VarlinkError) -> [UInt8])
        case asynchronous(@Sendable (VarlinkCall) async throws(VarlinkError) -> [UInt8])
    }

    /// The interfaces whose methods these are, by name, for `GetInterfaceDescription`.
    package private(set) var interfaces: [String: InterfaceDescription] = [:]
    private(set) var methods: [String: Handler] = [:]

    package init() {}

    /// Adds an interface; its methods answer `MethodNotImplemented` until they get a handler.
    package mutating func add(_ interface: InterfaceDescription) { interfaces[interface.name] = interface }

    /// Carries out a method on the responder's thread.
    package mutating func on<Parameters: Decodable & SendableMetatype, Reply: Encodable & SendableMetatype>(
        _ method: String, _ body: @escaping @Sendable (Parameters) throws(VarlinkError) -> Reply
    ) {
        methods[method] = .blocking { (call) throws(VarlinkError) in
            try VarlinkReply.encode(body(call.parameters(as: Parameters.self)))
        }
    }

    /// Carries out a method in a task of Swift's pool, for which the responder's thread waits.
    package mutating func onAsync<Parameters: Decodable & SendableMetatype, Reply: Encodable & SendableMetatype>(
        _ method: String, _ body: @escaping @Sendable (Parameters) async throws(VarlinkError) -> Reply
    ) {
        methods[method] = .asynchronous { (call) async throws(VarlinkError) in
            let parameters = try call.parameters(as: Parameters.self)
            return try VarlinkReply.encode(await body(parameters))
        }
    }
}
