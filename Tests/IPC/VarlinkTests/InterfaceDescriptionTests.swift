// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import Varlink

@Suite struct InterfaceDescriptionTests {
    @Test func readsEveryPart() throws {
        let description = try InterfaceDescription(
            """
            # About it.
            # Second line.
            interface org.example.some-thing

            # not about the type

            type Shape (name: string, sides: ?int, corners: [](x: float, y: float), more: [string]object)
            type Color (red, green)
            # Does it.
            method Do(shape: Shape, colors: ?[]Color) -> (ok: bool) # trailing
            method Nothing() -> ()
            error Wrong (why: string)
            error Empty ()
            """)
        #expect(description.name == "org.example.some-thing")
        #expect(description.documentation == "About it.\nSecond line.")
        #expect(
            description.types["Shape"]
                == .structure([
                    .init(name: "name", type: .string), .init(name: "sides", type: .optional(.int)),
                    .init(
                        name: "corners",
                        type: .array(.structure([.init(name: "x", type: .float), .init(name: "y", type: .float)]))),
                    .init(name: "more", type: .dictionary(.object)),
                ]))
        #expect(description.types["Color"] == .enumeration(["red", "green"]))
        #expect(description.resolved(.named("Color")) == .enumeration(["red", "green"]))
        let method = try #require(description.method(named: "Do"))
        #expect(method.documentation == "Does it.")
        #expect(
            method.parameters == [
                .init(name: "shape", type: .named("Shape")),
                .init(name: "colors", type: .optional(.array(.named("Color")))),
            ])
        #expect(method.reply == [.init(name: "ok", type: .bool)])
        #expect(description.method(named: "Nothing")?.reply == [])
        #expect(description.errors == ["Wrong": [.init(name: "why", type: .string)], "Empty": []])
    }

    @Test func readsTheStandardInterface() throws {
        let description = try InterfaceDescription(VarlinkServiceInterface.text)
        #expect(description.name == VarlinkServiceInterface.name)
        #expect(description.methods.map(\.name) == ["GetInfo", "GetInterfaceDescription"])
    }

    @Test(
        arguments: [
            ("", 1), ("interface", 1), ("interface x", 1), ("interface a..b", 1), ("interface a.b-", 1),
            ("interface a.b\nmethod", 2), ("interface a.b\nmethod do() -> ()", 2), ("interface a.b\nmethod Do() ()", 2),
            ("interface a.b\nmethod Do(a) -> ()", 2), ("interface a.b\nmethod Do(a: int, b) -> ()", 2),
            ("interface a.b\nmethod Do(a: int, a: int) -> ()", 2), ("interface a.b\n\nmethod Do(a: Unknown) -> ()", 3),
            ("interface a.b\nmethod Do(a: ??int) -> ()", 2), ("interface a.b\nmethod Do(a: [int]int) -> ()", 2),
            ("interface a.b\ntype T (a: int)\ntype T (b: int)", 3), ("interface a.b\nthing T (a: int)", 2),
            ("interface a.b\ntype T (a: int", 2), ("interface a.b\ntype T (a: nothing)", 2),
            ("interface a.b\ntype T " + String(repeating: "[]", count: 100) + "int", 2),
        ])
    func faultsAreNamedWithTheirLine(_ text: String, _ line: Int) {
        let error = #expect(throws: InterfaceDescriptionError.self) { _ = try InterfaceDescription(text) }
        #expect(error?.line == line)
    }

    @Test func anyTextIsReadOrRefused() {
        let good = Array(VarlinkServiceInterface.text.utf8)
        for offset in good.indices {
            for byte in [UInt8(ascii: "("), UInt8(ascii: "?"), 0, 0xff] {
                var bytes = good
                bytes[offset] = byte
                _ = try? InterfaceDescription(String(decoding: bytes, as: UTF8.self))
            }
            _ = try? InterfaceDescription(String(decoding: good[..<offset], as: UTF8.self))
        }
    }
}
