// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationXML

/// An answer of a store, as far as it is of interest: the texts of its elements, in their order.
final class S3Document: NSObject, XMLParserDelegate {
    /// The paths of elements, such as `ListPartsResult/Part/Size`, and their texts.
    private(set) var texts: [(path: String, text: String)] = []
    private var path: [String] = []
    private var text = ""

    /// - Throws: `unexpected` for what is no XML.
    init(_ bytes: [UInt8]) throws(StorageError) {
        super.init()
        let parser = XMLParser(data: Data(bytes))
        parser.shouldResolveExternalEntities = false
        parser.delegate = self
        guard parser.parse() else { throw .unexpected("the store answered with what is no XML") }
    }

    func first(_ path: String) -> String? { texts.first { $0.path == path }?.text }

    func all(_ path: String) -> [String] { texts.filter { $0.path == path }.map(\.text) }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        path.append(name)
        text = ""
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        texts.append((path.joined(separator: "/"), text))
        path.removeLast()
        text = ""
    }
}
