// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// A UNIX glob over relative paths: `*`, `?`, `[a-z]`, `[!a-z]`, `[[:alpha:]]`, `\` before a literal character, and
/// `**` as a component of its own for any number of folders.
///
/// `*` and `?` do not match `/`. As in a shell, they match a leading dot only where `matchesHidden` says so.
package struct GlobPattern: Sendable {
    private enum Token {
        case literal(Character)
        case anyCharacter
        case anyRun
        case set([ClosedRange<Character>], classes: [CharacterClass], isNegated: Bool)
    }

    private enum Component {
        case tokens([Token])
        case anyFolders
    }

    /// The bracket expressions of POSIX that have a name, as in `[[:digit:]]`.
    private enum CharacterClass: String {
        case alpha, digit, alnum, upper, lower, space, punct, xdigit

        func contains(_ character: Character) -> Bool {
            switch self {
            case .alpha: character.isLetter
            case .digit: character.isWholeNumber
            case .alnum: character.isLetter || character.isWholeNumber
            case .upper: character.isUppercase
            case .lower: character.isLowercase
            case .space: character.isWhitespace
            case .punct: character.isPunctuation || character.isSymbol
            case .xdigit: character.isHexDigit
            }
        }
    }

    /// What makes a pattern unusable, as a sentence.
    package struct Fault: Error, Equatable {
        package let reason: String
    }

    private let components: [Component]
    private let matchesHidden: Bool
    /// The folder that all matches lie in: the components before the first with a wildcard.
    package let fixedPrefix: String
    /// Most folders below `fixedPrefix` that a match can lie in; nil for any number.
    package let depthBelowPrefix: Int?
    /// Whether the pattern is a plain path.
    package let isLiteral: Bool

    /// - Parameters:
    ///   - pattern: relative, normalized.
    ///   - matchesHidden: whether wildcards match names that begin with a dot.
    /// - Throws: `Fault` for an open bracket and the like.
    package init(_ pattern: String, matchesHidden: Bool = false) throws(Fault) {
        var components: [Component] = []
        for text in pattern.split(separator: "/") {
            if text == "**" {
                // Several in a row mean the same as one and would only cost time.
                if case .anyFolders? = components.last { continue }
                components.append(.anyFolders)
            } else {
                components.append(.tokens(try Self.tokens(Array(text))))
            }
        }
        self.components = components
        self.matchesHidden = matchesHidden
        var prefix: [String] = []
        for component in components.dropLast() {
            guard let name = Self.literal(component) else { break }
            prefix.append(name)
        }
        fixedPrefix = prefix.joined(separator: "/")
        isLiteral = components.allSatisfy { Self.literal($0) != nil }
        let hasAnyFolders = components.contains { if case .anyFolders = $0 { true } else { false } }
        depthBelowPrefix = hasAnyFolders ? nil : components.count - 1 - prefix.count
    }

    /// Whether the pattern matches this relative path as a whole.
    package func matches(_ path: String) -> Bool {
        let names = path.split(separator: "/").map(Array.init)
        return Self.match(components.count, names.count) { component, name in
            switch components[component] {
            case .anyFolders: !(names[name].first == "." && !matchesHidden)
            case .tokens(let tokens): matches(tokens, names[name])
            }
        } isRun: { component in
            if case .anyFolders = components[component] { true } else { false }
        }
    }

    /// Whether the pattern matches this path or a folder above it, as an exclusion does.
    package func matchesOrContains(_ path: String) -> Bool {
        var end = path.endIndex
        while true {
            if matches(String(path[..<end])) { return true }
            guard let slash = path[..<end].lastIndex(of: "/") else { return false }
            end = slash
        }
    }

    private func matches(_ tokens: [Token], _ name: [Character]) -> Bool {
        if name.first == ".", !matchesHidden {
            guard case .literal(".")? = tokens.first else { return false }
        }
        return Self.match(tokens.count, name.count) { token, character in
            switch tokens[token] {
            case .literal(let literal): literal == name[character]
            case .anyCharacter, .anyRun: true
            case .set(let ranges, let classes, let isNegated):
                (ranges.contains { $0.contains(name[character]) } || classes.contains { $0.contains(name[character]) })
                    != isNegated
            }
        } isRun: { token in
            if case .anyRun = tokens[token] { true } else { false }
        }
    }

    /// Matches a sequence of elements, of which a run element takes any number of items that it fits. Going back to the
    /// last run only is enough, so this takes at most the product of both lengths.
    private static func match(
        _ elements: Int, _ items: Int, fits: (Int, Int) -> Bool, isRun: (Int) -> Bool
    ) -> Bool {
        var element = 0
        var item = 0
        var run: (element: Int, item: Int)?
        while item < items {
            if element < elements, isRun(element) {
                run = (element, item)
                element += 1
            } else if element < elements, fits(element, item) {
                element += 1
                item += 1
            } else if let last = run, fits(last.element, last.item) {
                run = (last.element, last.item + 1)
                element = last.element + 1
                item = last.item + 1
            } else {
                return false
            }
        }
        while element < elements, isRun(element) { element += 1 }
        return element == elements
    }

    private static func literal(_ component: Component) -> String? {
        guard case .tokens(let tokens) = component else { return nil }
        var name = ""
        for token in tokens {
            guard case .literal(let character) = token else { return nil }
            name.append(character)
        }
        return name
    }

    // MARK: Parsing

    private static func tokens(_ text: [Character]) throws(Fault) -> [Token] {
        var tokens: [Token] = []
        var index = 0
        while index < text.count {
            switch text[index] {
            case "*":
                if case .anyRun? = tokens.last {} else { tokens.append(.anyRun) }
                index += 1
            case "?":
                tokens.append(.anyCharacter)
                index += 1
            case "[": tokens.append(try set(text, &index))
            case "\\":
                guard index + 1 < text.count else {
                    throw Fault(reason: "the pattern ends with a backslash; a literal one is written \\\\")
                }
                tokens.append(.literal(text[index + 1]))
                index += 2
            default:
                tokens.append(.literal(text[index]))
                index += 1
            }
        }
        return tokens
    }

    private static func set(_ text: [Character], _ index: inout Int) throws(Fault) -> Token {
        index += 1
        var isNegated = false
        if index < text.count, text[index] == "!" || text[index] == "^" {
            isNegated = true
            index += 1
        }
        var ranges: [ClosedRange<Character>] = []
        var classes: [CharacterClass] = []
        var isFirst = true
        while index < text.count {
            // A closing bracket that comes first stands for itself.
            if text[index] == "]", !isFirst {
                index += 1
                return .set(ranges, classes: classes, isNegated: isNegated)
            }
            isFirst = false
            if text[index] == "[", index + 1 < text.count, text[index + 1] == ":" {
                classes.append(try namedClass(text, &index))
                continue
            }
            let low = try setCharacter(text, &index)
            if index + 1 < text.count, text[index] == "-", text[index + 1] != "]" {
                index += 1
                let high = try setCharacter(text, &index)
                guard low <= high else { throw Fault(reason: "the range \(low)-\(high) in the pattern is backwards") }
                ranges.append(low...high)
            } else {
                ranges.append(low...low)
            }
        }
        throw Fault(reason: "a [ in the pattern is never closed; a literal one is written \\[")
    }

    private static func setCharacter(_ text: [Character], _ index: inout Int) throws(Fault) -> Character {
        if text[index] == "\\" { index += 1 }
        guard index < text.count else {
            throw Fault(reason: "a [ in the pattern is never closed; a literal one is written \\[")
        }
        defer { index += 1 }
        return text[index]
    }

    private static func namedClass(_ text: [Character], _ index: inout Int) throws(Fault) -> CharacterClass {
        let rest = text[(index + 2)...]
        guard let end = rest.firstIndex(of: ":"), end + 1 < text.count, text[end + 1] == "]" else {
            throw Fault(reason: "a [: in the pattern is never closed by :]")
        }
        let name = String(rest[..<end])
        guard let found = CharacterClass(rawValue: name) else {
            throw Fault(reason: "the pattern names the unknown class [:\(name):]")
        }
        index = end + 2
        return found
    }
}
