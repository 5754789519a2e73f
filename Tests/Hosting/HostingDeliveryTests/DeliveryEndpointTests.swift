// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Foundation
import HTTPTypes
import HostingDelivery
import Hummingbird
import NIOCore
import Testing

@Suite struct DeliveryEndpointTests {
    /// One pack of 1,000,000 bytes with blocks, and one whose ID looks like that of a blocks file.
    private struct Catalog: DeliveryCatalog {
        let archive = MemoryContent(
            (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 * 7) }, tag: EntityTag("archive"))
        let blocks = MemoryContent(Array("blocks".utf8), tag: EntityTag("blocks"))
        let odd = MemoryContent(Array("odd".utf8), tag: EntityTag("odd"))

        func publication() async throws(DeliveryProblem) -> Publication {
            guard let digest = Digest([UInt8](repeating: 1, count: 32)) else {
                throw DeliveryProblem(.internalServerError, "no digest")
            }
            return Publication(
                packs: [
                    PublishedPack(
                        id: "forest", version: 2, downloadSize: 1_000_000, sha256: digest, downloadPolicy: .onDemand)
                ], sequence: 1)
        }

        func content(
            _ part: PackPart, ofPackWithID id: String, version: Int?
        ) async throws(DeliveryProblem) -> any DeliveryContent {
            if version == 1 { throw DeliveryProblem(.gone, "version 1 is gone", assetPack: id) }
            switch (id, part) {
            case ("forest", .archive): return archive
            case ("forest", .blocks): return blocks
            case ("other.blocks", .archive): return odd
            default: throw DeliveryProblem(.notFound, "no pack \(id)", assetPack: id, available: ["forest"])
            }
        }
    }

    private let catalog = Catalog()

    private func respond(
        _ method: HTTPRequest.Method = .get, _ path: String, _ headers: [HTTPField.Name: String] = [:]
    ) async -> Response {
        let endpoint = DeliveryEndpoint(catalog: catalog) { "https://" + ($0 ?? "none") }
        var fields = HTTPFields()
        for (name, value) in headers { fields[name] = value }
        return await endpoint.respond(
            to: Request(
                head: HTTPRequest(
                    method: method, scheme: "https", authority: "host:1", path: path, headerFields: fields),
                body: RequestBody(buffer: ByteBuffer())))
    }

    @Test func manifests() async throws {
        let response = await respond(.get, "/manifest?platform=linux")
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "application/json")
        #expect(response.headers[.cacheControl] == "no-cache")
        let manifest = try JSONDecoder().decode(
            DownloadManifest.self, from: Data(try await response.collected().value))
        #expect(manifest.assetPacks.map(\.url) == ["https://host:1/assets/forest?version=2"])
        let tag = try #require(response.headers[.eTag])
        #expect(await respond(.get, "/manifest?platform=linux", [.ifNoneMatch: tag]).status == .notModified)
        let apples = await respond(.get, "/manifest", [.ifNoneMatch: tag])
        #expect(apples.status == .ok)
        let object = try JSONSerialization.jsonObject(with: Data(try await apples.collected().value))
        #expect((object as? [String: Any])?.keys.sorted() == ["assetPacks"])
    }

    @Test func wholeArchive() async throws {
        let response = await respond(.get, "/assets/forest")
        #expect(response.status == .ok)
        #expect(response.headers[.contentLength] == "1000000")
        #expect(response.headers[.acceptRanges] == "bytes")
        #expect(response.headers[.eTag] == "\"archive\"")
        #expect(response.headers[.cacheControl] == "no-cache")
        #expect(response.headers[.contentType] == "application/octet-stream")
        let bytes = try await response.collected()
        #expect(bytes.value == (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
        #expect(bytes.largestPiece <= ContentResponder.pieceSize)
    }

    @Test func aVersionNeverChanges() async {
        #expect(
            await respond(.get, "/assets/forest?version=2").headers[.cacheControl]
                == "public, max-age=31536000, immutable")
        #expect(await respond(.get, "/assets/forest?version=1").status == .gone)
    }

    @Test func oneRange() async throws {
        let response = await respond(.get, "/assets/forest", [.range: "bytes=300000-799999"])
        #expect(response.status == .partialContent)
        #expect(response.headers[.contentRange] == "bytes 300000-799999/1000000")
        #expect(response.headers[.contentLength] == "500000")
        #expect(try await response.collected().value == (300_000..<800_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
    }

    @Test func severalRanges() async throws {
        let response = await respond(.get, "/assets/forest", [.range: "bytes=0-1,10-11,-2"])
        #expect(response.status == .partialContent)
        #expect(response.headers[.contentRange] == nil)
        let type = try #require(response.headers[.contentType])
        let boundary = try #require(type.split(separator: "=").last)
        let text = String(decoding: try await response.collected().value, as: UTF8.self)
        #expect(response.headers[.contentLength] == String(try await response.collected().value.count))
        #expect(text.hasPrefix("--\(boundary)\r\n") && text.hasSuffix("\r\n--\(boundary)--\r\n"))
        #expect(text.contains("Content-Range: bytes 999998-999999/1000000"))
    }

    @Test func unsatisfiableRange() async throws {
        let response = await respond(.get, "/assets/forest", [.range: "bytes=1000000-"])
        #expect(response.status == .rangeNotSatisfiable)
        #expect(response.headers[.contentRange] == "bytes */1000000")
    }

    @Test(
        arguments: [
            ("\"archive\"", HTTPResponse.Status.partialContent), ("\"other\"", .ok), ("W/\"archive\"", .ok),
            ("Sat, 29 Oct 1994 19:43:31 GMT", .ok),
        ] as [(String, HTTPResponse.Status)])
    func ifRange(value: String, expected: HTTPResponse.Status) async {
        #expect(
            await respond(.get, "/assets/forest", [.range: "bytes=0-9", .ifRange: value]).status == expected)
    }

    @Test func malformedRangeIsIgnored() async {
        #expect(await respond(.get, "/assets/forest", [.range: "bytes=9-0"]).status == .ok)
        #expect(await respond(.get, "/assets/forest", [.range: "lines=0-9"]).status == .ok)
    }

    @Test func notModifiedHasNoLength() async throws {
        let response = await respond(.get, "/assets/forest", [.ifNoneMatch: "\"archive\"", .range: "bytes=0-9"])
        #expect(response.status == .notModified)
        #expect(response.headers[.contentLength] == nil)
        #expect(response.headers[.eTag] == "\"archive\"")
        #expect(try await response.collected().value.isEmpty)
        #expect(await respond(.get, "/assets/forest", [.ifMatch: "\"other\""]).status == .preconditionFailed)
    }

    @Test func headHasTheFieldsAndNoBody() async throws {
        let response = await respond(.head, "/assets/forest", [.range: "bytes=0-9"])
        #expect(response.status == .ok)
        #expect(response.headers[.contentLength] == "1000000")
        #expect(try await response.collected().value.isEmpty)
        let missing = await respond(.head, "/assets/nothing")
        #expect(missing.status == .notFound)
        #expect(try await missing.collected().value.isEmpty)
        #expect(await respond(.head, "/manifest").headers[.contentLength] != "0")
    }

    @Test(arguments: [HTTPRequest.Method.post, .put, .delete, .patch, .options, .trace])
    func otherMethods(method: HTTPRequest.Method) async {
        for path in ["/manifest", "/assets/forest"] {
            let response = await respond(method, path)
            #expect(response.status == .methodNotAllowed)
            #expect(response.headers[.allow] == "GET, HEAD")
        }
    }

    @Test func blocks() async throws {
        #expect(try await respond(.get, "/assets/forest.blocks").collected().value == Array("blocks".utf8))
        // A pack of that very name comes first.
        #expect(try await respond(.get, "/assets/other.blocks").collected().value == Array("odd".utf8))
        #expect(await respond(.get, "/assets/forest.blocks?version=1").status == .gone)
        #expect(await respond(.get, "/assets/nothing.blocks").status == .notFound)
    }

    @Test func unknownPackSaysWhatThereIs() async throws {
        let response = await respond(.get, "/assets/nothing")
        #expect(response.status == .notFound)
        #expect(response.headers[.contentType] == "application/json")
        struct Body: Decodable {
            let error: String
            let assetPack: String
            let available: [String]
        }
        let body = try JSONDecoder().decode(Body.self, from: Data(try await response.collected().value))
        #expect(body.assetPack == "nothing")
        #expect(body.available == ["forest"])
    }
}
