// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOPosix

/// One connection to a `FaultProxy`: reads a request, and carries bytes to the server and back from then on.
final class ProxyConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let largestHead = 64 << 10
    private static let end = Array("\r\n\r\n".utf8)

    private let proxy: FaultProxy
    private var head = ByteBuffer()
    private var isAnswered = false
    private var server: (any Channel)?

    init(_ proxy: FaultProxy) { self.proxy = proxy }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if let server { return server.writeAndFlush(bytes, promise: nil) }
        guard !isAnswered else { return }
        head.writeBuffer(&bytes)
        guard let end = head.readableBytesView.firstRange(of: Self.end) else {
            if head.readableBytes > Self.largestHead { context.close(promise: nil) }
            return
        }
        isAnswered = true
        answer(to: String(decoding: head.readableBytesView[..<end.lowerBound], as: UTF8.self), context)
    }

    private func answer(to text: String, _ context: ChannelHandlerContext) {
        let lines = text.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (String(line[..<colon]), String(value))
        }
        let request = FaultProxy.Request(
            method: words.first.map(String.init) ?? "", target: words.count > 1 ? String(words[1]) : "",
            headers: headers)
        var behavior = proxy.behavior(for: request)
        if let condition = behavior.condition, request[condition.name] == condition.value { behavior = .tunnel }
        switch behavior.kind {
        case .hang: break
        case .close: context.close(promise: nil)
        case .raw(let answer): finish(answer, context)
        case .tunnel(let limit):
            guard request.method == "CONNECT", let colon = request.target.lastIndex(of: ":"),
                let port = Int(request.target[request.target.index(after: colon)...])
            else {
                return finish(
                    "HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", context)
            }
            let host = request.target[..<colon].filter { $0 != "[" && $0 != "]" }
            connect(to: host, port, cutAfter: limit, context)
        }
    }

    private func finish(_ answer: String, _ context: ChannelHandlerContext) {
        let channel = context.channel
        channel.writeAndFlush(ByteBuffer(string: answer)).whenComplete { _ in channel.close(promise: nil) }
    }

    private func connect(to host: String, _ port: Int, cutAfter limit: Int?, _ context: ChannelHandlerContext) {
        let client = context.channel
        let this = NIOLoopBound(self, eventLoop: context.eventLoop)
        let proxy = proxy
        ClientBootstrap(group: context.eventLoop)
            .channelInitializer { channel in
                proxy.add(channel)
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ProxyReturn(client, limit: limit))
                }
            }
            .connect(host: host, port: port)
            .whenComplete { result in
                switch result {
                case .success(let server):
                    this.value.server = server
                    proxy.noteTunnel()
                    client.writeAndFlush(
                        ByteBuffer(string: "HTTP/1.1 200 Connection established\r\n\r\n"), promise: nil)
                case .failure:
                    client.writeAndFlush(
                        ByteBuffer(
                            string: "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                    ).whenComplete { _ in client.close(promise: nil) }
                }
            }
    }

    func channelInactive(context: ChannelHandlerContext) { server?.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
