// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
    /// The value as JSON text: keys in code point order, two spaces of indentation, no line end after it.
    ///
    /// The same value gives the same bytes, whatever library version runs: archives and manifests are reproducible.
    package var text: String {
        var text = ""
        write(to: &text, indentation: 0)
        return text
    }

    private func write(to text: inout String, indentation: Int) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        // JSON has no other numbers; a decoder never makes one.
        case .number(let value): text += value.isFinite ? "\(value)" : "null"
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            Self.write(values.count, "[", "]", to: &text, indentation) { index, text in
                values[index].write(to: &text, indentation: indentation + 1)
            }
        case .object(let members):
            let keys = members.keys.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
            Self.write(keys.count, "{", "}", to: &text, indentation) { index, text in
                Self.write(keys[index], to: &text)
                text += ": "
                members[keys[index]]?.write(to: &text, indentation: indentation + 1)
            }
        }
    }

    private static func write(
        _ count: Int, _ open: String, _ close: String, to text: inout String, _ indentation: Int,
        element: (Int, inout String) -> Void
    ) {
        text += open
        for index in 0..<count {
            text += index == 0 ? "\n" : ",\n"
            text += String(repeating: "  ", count: indentation + 1)
            element(index, &text)
        }
        if count > 0 { text += "\n" + String(repeating: "  ", count: indentation) }
        text += close
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
