// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Foundation
import ServiceInterface
import Testing
import Varlink

/// Holds the Swift types and the `.varlink` texts together: what the types encode is what the texts describe.
@Suite struct InterfaceTextTests {
    @Test(arguments: InterfaceText.all.keys.sorted())
    func everyTextIsAnInterfaceOfItsName(_ name: String) throws {
        #expect(try InterfaceText.description(of: name).name == name)
    }

    @Test func textsAndFilesAreEqual() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Sources/IPC/ServiceInterface/Interfaces").standardizedFileURL
        // A test that runs apart from its sources has only the texts.
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == Set(InterfaceText.all.keys.map { $0 + ".varlink" }))
        for (name, text) in InterfaceText.all {
            #expect(try String(contentsOf: folder.appendingPathComponent(name + ".varlink"), encoding: .utf8) == text)
        }
    }

    @Test func everyMethodIsDescribedAndHasATypeOfItsOwn() throws {
        var described: Set<String> = []
        for name in InterfaceText.all.keys {
            for method in try InterfaceText.description(of: name).methods {
                described.insert("\(name).\(method.name)")
                #expect(!method.documentation.isEmpty, "\(name).\(method.name) has no comment")
            }
        }
        #expect(described == Set(try MethodSamples.all().map(\.method)))
    }

    @Test func typesEncodeWhatTheTextsDescribe() throws {
        for sample in try MethodSamples.all() {
            let (interface, method) = try describe(sample.method)
            for (what, fields, full, bare) in [
                ("parameters", method.parameters, sample.fullParameters, sample.bareParameters),
                ("reply", method.reply, sample.fullReplies, sample.bareReply),
            ] {
                var shape = ShapeCheck(interface: interface)
                for value in full { shape.check(value, .structure(fields), "\(sample.method) \(what)", isBare: false) }
                shape.checkThatAllFieldsWereSeen()
                shape.check(bare, .structure(fields), "\(sample.method) \(what)", isBare: true)
                #expect(shape.problems == [])
            }
        }
    }

    @Test func streamsSaySo() throws {
        for sample in try MethodSamples.all() {
            let documentation = try describe(sample.method).method.documentation
            #expect(documentation.contains("Replies several times") == sample.streams, "\(sample.method)")
        }
    }

    @Test func enumerationsHaveTheSameCases() throws {
        func values(_ interface: String, _ type: String) throws -> [String]? {
            guard case .enumeration(let values) = try InterfaceText.description(of: interface).types[type] else {
                return nil
            }
            return values
        }
        let apps = "backgroundassets.v1.Apps"
        #expect(try values(apps, "AppState") == AppRecord.State.known.map(\.rawValue))
        #expect(try values(apps, "Phase") == InstallationProgress.Phase.known.map(\.rawValue))
        #expect(try values(apps, "Action") == AppsInterface.ControlInstallation.Action.allCases.map(\.rawValue))
        let packs = "backgroundassets.v1.Packs"
        #expect(try values(packs, "PackEventKind") == PackEvent.Kind.known.map(\.rawValue))
        #expect(try values(packs, "InstallationEventType") == InstallationEventType.allCases.map(\.rawValue))
        let downloads = "backgroundassets.v1.Downloads"
        #expect(try values(downloads, "DownloadState") == DownloadRecord.State.known.map(\.rawValue))
        #expect(try values(downloads, "Condition") == Explanation.Condition.known.map(\.rawValue))
        #expect(try values(downloads, "Action") == DownloadsInterface.ControlDownload.Action.allCases.map(\.rawValue))
        let files = "backgroundassets.v1.Files"
        #expect(try values(files, "FileState") == FileRecord.State.known.map(\.rawValue))
        #expect(try values(files, "FileEventKind") == FileEvent.Kind.known.map(\.rawValue))
        #expect(try values(files, "FailureCause") == FileFailure.Cause.known.map(\.rawValue))
        for interface in [files, "backgroundassets.v1.Extension", "backgroundassets.v1.Sessions"] {
            #expect(try values(interface, "ChallengeMethod") == Challenge.Method.known.map(\.rawValue))
            #expect(
                try values(interface, "ChallengeDisposition") == ChallengeReply.Disposition.known.map(\.rawValue))
        }
        #expect(
            try values("backgroundassets.v1.Debug", "SimulatedEvent") == SimulatedEvent.known.map(\.rawValue))
        let tasks = "backgroundassets.v1.Tasks"
        #expect(try values(tasks, "Kind") == BackgroundTask.Kind.known.map(\.rawValue))
        #expect(try values(tasks, "State") == TaskRecord.State.known.map(\.rawValue))
        #expect(try values(tasks, "Expiration") == TaskEvent.Expiration.known.map(\.rawValue))
        #expect(try values(tasks, "TaskEventKind") == TaskEvent.Kind.known.map(\.rawValue))
        #expect(try values(tasks, "Simulation") == TasksInterface.Simulate.Simulation.known.map(\.rawValue))
        let sessions = "backgroundassets.v1.Sessions"
        #expect(try values(sessions, "Kind") == SessionTask.Kind.known.map(\.rawValue))
        #expect(try values(sessions, "State") == SessionTaskRecord.State.known.map(\.rawValue))
        #expect(try values(sessions, "EventKind") == SessionEvent.Kind.known.map(\.rawValue))
        let extensions = "backgroundassets.v1.Extension"
        #expect(try values(extensions, "ContentRequest") == ContentRequest.known.map(\.rawValue))
        #expect(try values(extensions, "FailureCause") == FileFailure.Cause.known.map(\.rawValue))
        #expect(try values("backgroundassets.v1.Control", "Level") == Finding.Level.known.map(\.rawValue))
    }

    @Test func errorsAreThoseOfTheText() throws {
        let errors = try InterfaceText.description(of: "backgroundassets.v1.Errors").errors
        #expect(Set(errors.keys) == Set(ServiceError.Code.known.map(\.rawValue)))
        let fields: [InterfaceDescription.Field] = [
            .init(name: "message", type: .string), .init(name: "subject", type: .optional(.string)),
        ]
        for (name, parameters) in errors { #expect(parameters == fields, "\(name)") }
    }

    private func describe(
        _ qualified: String
    ) throws -> (interface: InterfaceDescription, method: InterfaceDescription.Method) {
        let dot = try #require(qualified.lastIndex(of: "."))
        let interface = try InterfaceText.description(of: String(qualified[..<dot]))
        return (interface, try #require(interface.method(named: String(qualified[qualified.index(after: dot)...]))))
    }
}

/// Compares JSON with types of an interface.
private struct ShapeCheck {
    let interface: InterfaceDescription
    private(set) var problems: [String] = []
    /// By path: the keys that were there in full values, and those that can be.
    private var seen: [String: (keys: Set<String>, fields: Set<String>)] = [:]

    init(interface: InterfaceDescription) { self.interface = interface }

    mutating func check(_ value: Any, _ type: InterfaceDescription.ValueType, _ path: String, isBare: Bool) {
        func isNumber(_ value: Any) -> Bool { !(value is Bool) && value is any Numeric || value is NSNumber }
        switch interface.resolved(type) {
        case .optional(let inner): check(value, inner, path, isBare: isBare)
        case .bool: if !(value is Bool) { problems.append("\(path) is no bool") }
        case .int: if value as? Int == nil { problems.append("\(path) is no int") }
        case .float: if value as? Double == nil { problems.append("\(path) is no float") }
        case .string: if !(value is String) { problems.append("\(path) is no string") }
        case .object: break
        case .named(let name): problems.append("\(path) has the unknown type \(name)")
        case .array(let element):
            guard let values = value as? [Any] else { return problems.append("\(path) is no array") }
            if values.isEmpty, !isBare { problems.append("\(path) is empty, and its elements were not compared") }
            for value in values { check(value, element, path + "[]", isBare: isBare) }
        case .dictionary(let element):
            guard let values = value as? [String: Any] else { return problems.append("\(path) is no dictionary") }
            if values.isEmpty, !isBare { problems.append("\(path) is empty, and its values were not compared") }
            for value in values.values { check(value, element, path + "{}", isBare: isBare) }
        case .enumeration(let values):
            guard let value = value as? String, values.contains(value) else {
                return problems.append("\(path) is not one of \(values)")
            }
        case .structure(let fields):
            guard let object = value as? [String: Any] else { return problems.append("\(path) is no object") }
            let names = Set(fields.map(\.name))
            for key in object.keys where !names.contains(key) { problems.append("\(path).\(key) is not in the text") }
            if !isBare { seen[path, default: ([], names)].keys.formUnion(object.keys) }
            for field in fields {
                let isOptional: Bool
                if case .optional = field.type { isOptional = true } else { isOptional = false }
                if let value = object[field.name] {
                    if isBare, isOptional, !path.hasSuffix("downloadPolicy") {
                        problems.append("\(path).\(field.name) is optional in the text only")
                    }
                    check(value, field.type, "\(path).\(field.name)", isBare: isBare)
                } else if isBare, !isOptional {
                    problems.append("\(path).\(field.name) is optional in Swift only")
                }
            }
        }
    }

    mutating func checkThatAllFieldsWereSeen() {
        for (path, entry) in seen where entry.keys != entry.fields {
            problems.append("\(path) lacks \(entry.fields.subtracting(entry.keys).sorted())")
        }
    }
}
