// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Foundation
import ServiceInterface
import Testing
import Varlink

/// Apps are linked statically and live for years: a client reads what a newer service of the same major version sends,
/// with members and values that it does not know.
@Suite struct NewerServiceTests {
    @Test func unknownMembersAreSkipped() throws {
        for sample in try MethodSamples.all() {
            let fields = try reply(of: sample.method)
            for full in sample.fullReplies {
                var newer = Newer(interface: fields.interface, changesValues: false)
                let changed = newer.value(full, .structure(fields.fields))
                #expect(newer.memberCount > 0, "\(sample.method)")
                let read = try sample.readReply(changed)
                #expect(try text(read) == text(full), "\(sample.method)")
            }
        }
    }

    @Test func unknownValuesOfEnumerationsAreTolerated() throws {
        var valueCount = 0
        for sample in try MethodSamples.all() {
            let fields = try reply(of: sample.method)
            for full in sample.fullReplies + [sample.bareReply] {
                var newer = Newer(interface: fields.interface, changesValues: true)
                let changed = newer.value(full, .structure(fields.fields))
                valueCount += newer.valueCount
                #expect(throws: Never.self, "\(sample.method)") { try sample.readReply(changed) }
            }
        }
        #expect(valueCount >= 20)
    }

    @Test func whatIsUnknownSaysSo() throws {
        func read<Value: Decodable>(_ text: String, as type: Value.Type) throws -> Value {
            try JSONDecoder().decode(type, from: Data(text.utf8))
        }
        #expect(try read(#""hibernating""#, as: AppRecord.State.self) == .unknown)
        #expect(try read(#""ready""#, as: AppRecord.State.self) == .ready)
        #expect(try read(#""blessing""#, as: InstallationProgress.Phase.self) == .unknown)
        #expect(try read(#""verifying""#, as: DownloadRecord.State.self) == .unknown)
        #expect(try read(#""hint""#, as: Finding.Level.self) == .unknown)
        #expect(try read(#""moved""#, as: PackEvent.Kind.self) == .unknown)
        #expect(try read(#"{"whenIdle": {"hours": 3}}"#, as: DownloadPolicy.self) == .unknown("whenIdle"))
        #expect(
            try read(
                #"{"essential": {"installationEventTypes": ["languageChange", "firstInstallation"]}}"#,
                as: DownloadPolicy.self) == .essential([.firstInstallation]))
        #expect(
            try read(#"{"onDemand": {}, "unless": {}}"#, as: DownloadPolicy.self) == .onDemand)
        // A value of another type is no value of a newer service.
        #expect(throws: DecodingError.self) { try read("7", as: AppRecord.State.self) }
        #expect(throws: DecodingError.self) { try read(#"{"essential": {}, "onDemand": {}}"#, as: DownloadPolicy.self) }
        #expect(throws: DecodingError.self) { try read("{}", as: DownloadPolicy.self) }
    }

    private func text(_ json: Any) throws -> String {
        let data = try JSONSerialization.data(withJSONObject: json, options: [.sortedKeys, .fragmentsAllowed])
        return String(decoding: data, as: UTF8.self)
    }

    private func reply(
        of method: String
    ) throws -> (interface: InterfaceDescription, fields: [InterfaceDescription.Field]) {
        let dot = try #require(method.lastIndex(of: "."))
        let interface = try InterfaceText.description(of: String(method[..<dot]))
        let description = try #require(interface.method(named: String(method[method.index(after: dot)...])))
        return (interface, description.reply)
    }
}

/// Turns a reply into one of a service that knows more.
private struct Newer {
    let interface: InterfaceDescription
    let changesValues: Bool
    private(set) var memberCount = 0
    private(set) var valueCount = 0

    init(interface: InterfaceDescription, changesValues: Bool) {
        self.interface = interface
        self.changesValues = changesValues
    }

    mutating func value(_ value: Any, _ type: InterfaceDescription.ValueType) -> Any {
        switch interface.resolved(type) {
        case .optional(let inner): return self.value(value, inner)
        case .array(let element): return (value as? [Any] ?? []).map { self.value($0, element) }
        case .dictionary(let element): return (value as? [String: Any] ?? [:]).mapValues { self.value($0, element) }
        case .enumeration:
            guard changesValues else { return value }
            valueCount += 1
            return "fromTheFuture"
        case .structure(let fields):
            var object = value as? [String: Any] ?? [:]
            for field in fields {
                if let member = object[field.name] { object[field.name] = self.value(member, field.type) }
            }
            object["novelty"] = ["a": [1, "b", NSNull()]]
            memberCount += 1
            return object
        default: return value
        }
    }
}
