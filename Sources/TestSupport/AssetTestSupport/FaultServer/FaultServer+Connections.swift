// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

extension FaultServer {
    typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, ByteBuffer>

    /// Answers the requests of a connection until one of the two ends it. Errors are those of a client that went away.
    func serve(_ connection: Connection) async {
        var number: Int?
        try? await connection.executeThenClose { inbound, outbound in
            var begun: HTTPRequestHead?
            var body = ByteBuffer()
            for try await part in inbound {
                switch part {
                case .head(let head):
                    begun = head
                    body.clear()
                    guard isAnsweredEarly(head) else { continue }
                case .body(var bytes):
                    body.writeBuffer(&bytes)
                    continue
                case .end: break
                }
                // What was answered early is not answered again.
                guard let head = begun else { continue }
                begun = nil
                defer { body.clear() }
                let index = number ?? newConnectionNumber()
                number = index
                let request = Request(
                    method: head.method.rawValue, target: head.uri, headers: head.headers.map { ($0.name, $0.value) },
                    body: Array(body.readableBytesView), connection: index)
                guard let answer = answer(to: request) else { return }
                let goesOn = try await send(answer, to: outbound, channel: connection.channel)
                note { $0.progress.answeredCount += 1 }
                guard goesOn, head.isKeepAlive else { return }
            }
        }
    }

    private func newConnectionNumber() -> Int {
        var number = 0
        note { state in
            number = state.progress.connectionCount
            state.progress.connectionCount += 1
        }
        return number
    }

    private func isAnsweredEarly(_ head: HTTPRequestHead) -> Bool {
        let path = Request(method: "", target: head.uri, headers: [], body: [], connection: 0).path
        return state.withLock { $0.resources[path]?.isAnsweredEarly ?? false }
    }

    /// Records the request and finds its answer; nil closes the connection.
    private func answer(to request: Request) -> FaultAnswer? {
        var found: (ServedResource, Fault)?
        note { state in
            state.progress.requests.append(request)
            if let fault = state.resources[request.path]?.nextFault(), let resource = state.resources[request.path] {
                found = (resource, fault)
            }
        }
        guard let (resource, fault) = found else {
            return FaultAnswer(
                raw: Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
        }
        return fault.closesBeforeAnswer ? nil : FaultAnswer(to: request, for: resource, fault: fault)
    }

    /// - Returns: whether the connection may carry another request.
    private func send(
        _ answer: FaultAnswer, to outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>, channel: any Channel
    ) async throws -> Bool {
        try await outbound.write(ByteBuffer(bytes: answer.head))
        var offset = 0
        let end = min(answer.cut?.after ?? .max, answer.body.count)
        var stallOffset = answer.stall
        while true {
            if let place = stallOffset, place <= offset {
                stallOffset = nil
                await stall()
            }
            guard offset < end else { break }
            if let time = answer.trickle { try await Task.sleep(for: time) }
            let next = min(offset + (answer.trickle == nil ? 65536 : 1), end, stallOffset ?? .max)
            try await write(answer.body[offset..<next], answer.isChunked, to: outbound)
            offset = next
        }
        while answer.isEndless { try await outbound.write(ByteBuffer(repeating: 0, count: 65536)) }
        if let cut = answer.cut {
            if cut.abruptly, let options = channel as? any SocketOptionProvider {
                try await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            }
            return false
        }
        if answer.isChunked { try await outbound.write(ByteBuffer(string: "0\r\n\r\n")) }
        return !answer.closes
    }

    private func write(
        _ bytes: ArraySlice<UInt8>, _ isChunked: Bool, to outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) async throws {
        guard isChunked else { return try await outbound.write(ByteBuffer(bytes: bytes)) }
        var buffer = ByteBuffer(string: String(bytes.count, radix: 16) + "\r\n")
        buffer.writeBytes(bytes)
        buffer.writeString("\r\n")
        try await outbound.write(buffer)
    }

    /// Waits for `release()` or the end of the server.
    private func stall() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        var id: UInt64 = 0
        note { state in
            id = state.nextStall
            state.nextStall += 1
            state.stalls[id] = continuation
            state.progress.stalledCount = state.stalls.count
        }
        for await _ in stream {}
        note { state in
            state.stalls[id] = nil
            state.progress.stalledCount = state.stalls.count
        }
    }
}
