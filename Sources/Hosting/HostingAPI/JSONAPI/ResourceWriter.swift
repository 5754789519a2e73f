// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import SystemSupport

/// Writes documents: members in a fixed order, only those fields that are wanted, all addresses absolute.
struct ResourceWriter: Sendable {
    /// What stands before the path of every address: scheme, host and port, as clients see them.
    let base: String
    /// The fields that are wanted.
    let query: ResourceQuery
    /// The path and query of the request, as it came.
    let target: String

    /// - `target`: as it came; in links it is a URI, whatever it has that belongs in none.
    init(base: String, query: ResourceQuery, target: String) {
        self.base = base
        self.query = query
        self.target = Self.uri(target)
    }

    func bytes(of document: ResourceDocument) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4_096)
        switch document.content {
        case .one(let resource):
            append("{\"data\":", to: &bytes)
            append(resource, to: &bytes)
            append(document.included, to: &bytes)
            appendLinks(to: &bytes)
        case .name(let identifier):
            append("{\"data\":", to: &bytes)
            append(identifier, to: &bytes)
            appendLinks(to: &bytes)
        case .many(let resources, let page):
            append("{\"data\":", to: &bytes)
            append(resources, to: &bytes) { append($0, to: &$1) }
            append(document.included, to: &bytes)
            append(page, to: &bytes)
        case .linkage(let identifiers, let page):
            append("{\"data\":", to: &bytes)
            append(identifiers, to: &bytes) { append($0, to: &$1) }
            append(page, to: &bytes)
        }
        return bytes
    }

    // MARK: Documents

    private func append(_ included: [ResourceObject], to bytes: inout [UInt8]) {
        // Members of the lists that were asked for come even when there are none.
        guard !query.includes.isEmpty else { return }
        append(",\"included\":", to: &bytes)
        append(included, to: &bytes) { append($0, to: &$1) }
    }

    /// The end of a document of one.
    private func appendLinks(to bytes: inout [UInt8]) {
        append(",\"links\":{\"self\":", to: &bytes)
        append(string: base + target, to: &bytes)
        append("}}", to: &bytes)
    }

    private func append(_ page: ResourceDocument.Page, to bytes: inout [UInt8]) {
        append(",\"links\":{\"self\":", to: &bytes)
        append(string: base + target, to: &bytes)
        if query.cursor != nil {
            append(",\"first\":", to: &bytes)
            append(string: base + address(with: nil, limit: page.limit), to: &bytes)
        }
        if let next = page.next {
            append(",\"next\":", to: &bytes)
            append(string: base + address(with: next, limit: page.limit), to: &bytes)
        }
        append("},\"meta\":{\"paging\":{", to: &bytes)
        if let total = page.total { append("\"total\":\(total),", to: &bytes) }
        append("\"limit\":\(page.limit)", to: &bytes)
        if let next = page.next {
            append(",\"nextCursor\":", to: &bytes)
            append(string: next.text, to: &bytes)
        }
        append("}}}", to: &bytes)
    }

    /// The address of another page of the same list.
    private func address(with cursor: PageCursor?, limit: Int) -> String {
        let parts = target.split(separator: "?", maxSplits: 1)
        var items = parts.count > 1 ? parts[1].split(separator: "&").map(String.init) : []
        items.removeAll { $0.hasPrefix("cursor=") || $0.hasPrefix("limit=") }
        if let cursor { items.append("cursor=" + cursor.text) }
        items.append("limit=\(limit)")
        return (parts.first.map(String.init) ?? "") + "?" + items.joined(separator: "&")
    }

    // MARK: Resources

    private func append(_ resource: ResourceObject, to bytes: inout [UInt8]) {
        let schema = resource.schema
        append("{\"type\":", to: &bytes)
        append(string: schema.type, to: &bytes)
        append(",\"id\":", to: &bytes)
        append(string: resource.id, to: &bytes)
        var separator = ",\"attributes\":{"
        for attribute in schema.attributes where query.wants(attribute.name, of: schema.type) {
            guard let value = resource.attributes[attribute.name] else { continue }
            append(separator, to: &bytes)
            append(string: attribute.name, to: &bytes)
            append(":", to: &bytes)
            value.appendCompact(to: &bytes)
            separator = ","
        }
        if separator == "," { append("}", to: &bytes) }
        appendRelationships(of: resource, to: &bytes)
        if let path = schema.path(of: resource.id) {
            append(",\"links\":{\"self\":", to: &bytes)
            append(string: base + path, to: &bytes)
            append("}", to: &bytes)
        }
        append("}", to: &bytes)
    }

    private func appendRelationships(of resource: ResourceObject, to bytes: inout [UInt8]) {
        let schema = resource.schema
        var separator = ",\"relationships\":{"
        for relationship in schema.relationships where query.wants(relationship.name, of: schema.type) {
            let linkage = resource.linkages[relationship.name].flatMap { $0.isEmpty ? nil : $0 }
            let address = relationship.hasAddress ? schema.path(of: resource.id) : nil
            if linkage == nil, address == nil { continue }
            append(separator, to: &bytes)
            separator = ","
            append(string: relationship.name, to: &bytes)
            var inner = ":{"
            if let address {
                append(":{\"links\":{\"self\":", to: &bytes)
                append(string: "\(base)\(address)/relationships/\(relationship.name)", to: &bytes)
                append(",\"related\":", to: &bytes)
                append(string: "\(base)\(address)/\(relationship.name)", to: &bytes)
                append("}", to: &bytes)
                inner = ","
            }
            if let linkage {
                append(inner, to: &bytes)
                append(linkage, to: &bytes)
            }
            append("}", to: &bytes)
        }
        if separator == "," { append("}", to: &bytes) }
    }

    private func append(_ linkage: ResourceObject.Linkage, to bytes: inout [UInt8]) {
        switch linkage {
        case .one(nil): break
        case .one(let identifier?):
            append("\"data\":", to: &bytes)
            append(identifier, to: &bytes)
        case .many(let identifiers, let total, let limit):
            let count = total.map { "\"total\":\($0)," } ?? ""
            append("\"meta\":{\"paging\":{\(count)\"limit\":\(limit)}},\"data\":", to: &bytes)
            append(identifiers, to: &bytes) { append($0, to: &$1) }
        }
    }

    private func append(_ identifier: ResourceIdentifier, to bytes: inout [UInt8]) {
        append("{\"type\":", to: &bytes)
        append(string: identifier.type, to: &bytes)
        append(",\"id\":", to: &bytes)
        append(string: identifier.id, to: &bytes)
        append("}", to: &bytes)
    }

    // MARK: Text

    /// Clients send brackets as they are, and some read no link that has them (RFC 3986, 3.4).
    private static func uri(_ target: String) -> String {
        func isLiteral(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._~!$&'()*+,;=:@/?%".utf8.contains(byte)
            }
        }
        guard !target.utf8.allSatisfy(isLiteral) else { return target }
        var bytes: [UInt8] = []
        for byte in target.utf8 {
            if isLiteral(byte) { bytes.append(byte) } else { bytes += "%\(Hexadecimal.text([byte]).uppercased())".utf8 }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func append<Element>(
        _ elements: [Element], to bytes: inout [UInt8], _ one: (Element, inout [UInt8]) -> Void
    ) {
        append("[", to: &bytes)
        for (index, element) in elements.enumerated() {
            if index > 0 { append(",", to: &bytes) }
            one(element, &bytes)
        }
        append("]", to: &bytes)
    }

    private func append(_ text: String, to bytes: inout [UInt8]) { bytes += text.utf8 }

    private func append(string: String, to bytes: inout [UInt8]) { JSONValue.appendCompact(string, to: &bytes) }
}
