// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import SystemSupport

/// The answering end of a Varlink connection on a socket that is connected already, as a process inherits one.
///
/// Calls are taken one after another. `org.varlink.service` is answered from the handlers' interfaces.
package final class VarlinkResponder: Sendable {
    private let socket: VarlinkSocket
    private let info: VarlinkServiceInfo
    private let handlers: VarlinkHandlers

    /// Takes over a connected socket; the interfaces in `info` are filled in from `handlers`. `messageLimit` is the bytes
    /// of the largest call that is taken.
    package init(
        descriptor: consuming OwnedDescriptor, info: VarlinkServiceInfo, handlers: VarlinkHandlers,
        messageLimit: Int = 16 << 20
    ) {
        socket = VarlinkSocket(descriptor: descriptor, messageLimit: messageLimit)
        var info = info
        info.interfaces = [VarlinkServiceInterface.name] + handlers.interfaces.keys.sorted()
        self.info = info
        self.handlers = handlers
    }

    /// Ends the connection; `run` returns.
    package func close() { socket.shutdown() }

    /// Serves on a thread of its own and returns when the peer has closed the connection.
    ///
    /// - Throws: what `run` throws, `system` when no thread could be started.
    package func serve() async throws(VarlinkError) {
        try await ServingThread.run(failure: { $0 }) { [self] () throws(VarlinkError) in try run() }
    }

    /// Serves on a thread of its own; `finished` is called there when the peer has closed the connection, with what
    /// `run` threw.
    package func start(finished: @escaping @Sendable (VarlinkError?) -> Void) throws(VarlinkError) {
        try ServingThread.start { [self] in
            do throws(VarlinkError) {
                try run()
                finished(nil)
            } catch { finished(error) }
        }
    }

    /// Serves on the calling thread until the peer closes the connection.
    ///
    /// - Throws: `malformedMessage` and `messageTooLarge` when the peer sends what is no call; `system`.
    package func run() throws(VarlinkError) {
        while true {
            let message: [UInt8]
            do throws(VarlinkError) { message = try socket.receive() } catch {
                if error == .connectionClosed { return }
                throw error
            }
            let call = try VarlinkCall(message: message)
            let reply = try answer(call)
            if call.oneway { continue }
            do throws(VarlinkError) { try socket.send(reply) } catch {
                if error == .connectionClosed { return }
                throw error
            }
        }
    }

    private func answer(_ call: VarlinkCall) throws(VarlinkError) -> [UInt8] {
        do throws(VarlinkError) {
            switch call.method {
            case VarlinkServiceInterface.getInfo:
                return try VarlinkReply.encode(info)
            case VarlinkServiceInterface.getInterfaceDescription:
                return try describe(call.parameters(as: VarlinkServiceInterface.InterfaceName.self).interface)
            default:
                return try carryOut(call)
            }
        } catch {
            if case .remote(let name, let parameters) = error {
                return try VarlinkReply.encode(error: name, parameterBytes: parameters)
            }
            guard case .invalidParameter(let name, _) = error else { throw error }
            return try VarlinkReply.encode(
                error: StandardErrorName.invalidParameter,
                parameters: VarlinkServiceInterface.ParameterName(parameter: name))
        }
    }

    private func describe(_ name: String) throws(VarlinkError) -> [UInt8] {
        let text = name == VarlinkServiceInterface.name ? VarlinkServiceInterface.text : handlers.interfaces[name]?.text
        guard let text else {
            return try VarlinkReply.encode(
                error: StandardErrorName.interfaceNotFound,
                parameters: VarlinkServiceInterface.InterfaceName(interface: name))
        }
        return try VarlinkReply.encode(VarlinkServiceInterface.Description(description: text))
    }

    private func carryOut(_ call: VarlinkCall) throws(VarlinkError) -> [UInt8] {
        switch handlers.methods[call.method] {
        case .blocking(let handler):
            return try handler(call)
        case .asynchronous(let handler):
            let outcome = Monitor<Result<[UInt8], VarlinkError>?>(nil)
            Task {
                let result: Result<[UInt8], VarlinkError>
                do throws(VarlinkError) { result = .success(try await handler(call)) } catch {
                    result = .failure(error)
                }
                outcome.withLock { $0 = result }
            }
            return try outcome.wait { $0 }.get()
        case nil:
            return try refuse(call.method)
        }
    }

    private func refuse(_ method: String) throws(VarlinkError) -> [UInt8] {
        let interface = method.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(method[..<$0]) } ?? ""
        if interface != VarlinkServiceInterface.name, handlers.interfaces[interface] == nil {
            return try VarlinkReply.encode(
                error: StandardErrorName.interfaceNotFound,
                parameters: VarlinkServiceInterface.InterfaceName(interface: interface))
        }
        let isKnown = handlers.interfaces[interface]?.methods.contains { "\(interface).\($0.name)" == method } ?? false
        return try VarlinkReply.encode(
            error: isKnown ? StandardErrorName.methodNotImplemented : StandardErrorName.methodNotFound,
            parameters: VarlinkServiceInterface.MethodName(method: method))
    }
}
