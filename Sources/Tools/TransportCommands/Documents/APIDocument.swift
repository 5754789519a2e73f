// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import FoundationEssentials

/// What a server answers: a resource or several, and those that were asked for beside them.
struct APIDocument: Decodable, Sendable {
    /// One, of a document about one.
    let resources: [APIResource]
    let included: [APIResource]
    /// The address of the next page.
    let next: String?

    private enum CodingKeys: String, CodingKey { case data, included, links }

    init() { (resources, included, next) = ([], [], nil) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let one = try? container.decode(APIResource.self, forKey: .data) {
            resources = [one]
        } else {
            resources = try container.decode([APIResource].self, forKey: .data)
        }
        included = try container.decodeIfPresent([APIResource].self, forKey: .included) ?? []
        next = try container.decodeIfPresent(JSONValue.self, forKey: .links)?["next"]?.string
    }

    /// - `request`: for the error.
    init(parsing bytes: [UInt8], request: String) throws(TransportError) {
        do { self = try JSONDecoder().decode(APIDocument.self, from: Data(bytes)) } catch {
            throw .nonsense(
                "\(request) is answered with what is no document of this interface: is that the right server?")
        }
    }

    /// - Throws: when it is about another number of resources.
    func one(_ request: String) throws(TransportError) -> APIResource {
        guard resources.count == 1, let resource = resources.first else {
            throw .nonsense("\(request) is answered with \(resources.count) resources in place of one")
        }
        return resource
    }

    /// One of those that came along.
    func included(_ type: String, _ id: String?) -> APIResource? {
        included.first { $0.type == type && $0.id == id }
    }

    /// What a server says is wrong; nothing of an answer that is no list of errors.
    static func problems(_ bytes: [UInt8]) -> [APIProblem] {
        let root = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        return (root?["errors"]?.elements ?? []).flatMap { error -> [APIProblem] in
            let source = error["source"]
            let problem = APIProblem(
                code: error["code"]?.string ?? "UNKNOWN",
                description: error["detail"]?.string ?? error["title"]?.string ?? "nothing is said of it",
                place: source?["pointer"]?.string ?? source?["parameter"]?.string)
            var problems = [problem]
            if case .object(let associated)? = error["meta"]?["associatedErrors"] {
                for (place, errors) in associated.sorted(by: { $0.key < $1.key }) {
                    problems += errors.elements.map {
                        APIProblem(
                            code: $0["code"]?.string ?? "UNKNOWN",
                            description: $0["detail"]?.string ?? $0["title"]?.string ?? "nothing is said of it",
                            place: place)
                    }
                }
            }
            return problems
        }
    }
}
