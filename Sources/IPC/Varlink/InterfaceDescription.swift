// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A Varlink interface as its text describes it: its types, methods and errors.
package struct InterfaceDescription: Equatable, Sendable {
    /// The type of a value.
    package indirect enum ValueType: Equatable, Sendable {
        case bool, int, float, string
        /// Any JSON object (`object`).
        case object
        /// A value that may be missing (`?type`).
        case optional(ValueType)
        case array(ValueType)
        /// Keys are strings (`[string]type`).
        case dictionary(ValueType)
        case structure([Field])
        case enumeration([String])
        /// A type of the same interface, by its name.
        case named(String)
    }

    package struct Field: Equatable, Sendable {
        package let name: String
        package let type: ValueType

        package init(name: String, type: ValueType) {
            self.name = name
            self.type = type
        }
    }

    package struct Method: Equatable, Sendable {
        package let name: String
        package let parameters: [Field]
        package let reply: [Field]
        /// The comment above it.
        package let documentation: String
    }

    /// Fully qualified, as in `org.varlink.service`.
    package let name: String
    /// The comment above the interface.
    package let documentation: String
    /// By name.
    package let types: [String: ValueType]
    package let methods: [Method]
    /// The parameters of each error, by its name.
    package let errors: [String: [Field]]
    /// The text that it was read from.
    package let text: String

    /// Reads a description.
    ///
    /// - Throws: the first fault with its line; also for names that are there twice and for types that are not defined.
    package init(_ text: String) throws(InterfaceDescriptionError) {
        var parser = InterfaceParser(text)
        self = try parser.parse()
    }

    init(
        name: String, documentation: String, types: [String: ValueType], methods: [Method], errors: [String: [Field]],
        text: String
    ) {
        self.name = name
        self.documentation = documentation
        self.types = types
        self.methods = methods
        self.errors = errors
        self.text = text
    }

    /// The method with this name, without the interface's.
    package func method(named name: String) -> Method? { methods.first { $0.name == name } }

    /// The type that a name stands for, in the end.
    package func resolved(_ type: ValueType) -> ValueType {
        guard case .named(let name) = type, let target = types[name] else { return type }
        return target
    }
}

/// A fault in the text of an interface.
package struct InterfaceDescriptionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// From 1.
    package let line: Int
    package let reason: String

    package var description: String { "line \(line) of the interface: \(reason)" }
}
