// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Builds the tables that finite-state entropy coding steps through.
///
/// Each symbol owns as many states as its frequency says, in order. A frequency sum below the number of states leaves
/// states that no valid stream reaches; they lead to state 0.
enum FSETables {
    /// Fills `states` entries for literals: bits to read (bits 0 to 7), symbol (8 to 15), next state's base (16 to 31).
    static func buildLiterals(
        _ table: UnsafeMutablePointer<UInt32>, states: Int, frequencies: UnsafePointer<UInt16>, symbols: Int
    ) {
        var next = 0
        for symbol in 0..<symbols {
            let frequency = Int(frequencies[symbol])
            guard frequency > 0 else { continue }
            let split = Split(frequency: frequency, states: states)
            let mark = UInt32(truncatingIfNeeded: symbol) << 8
            for place in 0..<frequency {
                let (bits, base) = split.step(place)
                table[next] = UInt32(truncatingIfNeeded: bits) | mark | UInt32(truncatingIfNeeded: base) << 16
                next &+= 1
            }
        }
        while next < states {
            table[next] = 0
            next &+= 1
        }
    }

    /// Fills `states` entries for values: bits to read in all (bits 0 to 7), of which these belong to the value (8 to
    /// 15), next state's base (16 to 31), value's base (32 to 63).
    static func buildValues(
        _ table: UnsafeMutablePointer<UInt64>, states: Int, frequencies: UnsafePointer<UInt16>, symbols: Int,
        extra: (Int) -> (bits: Int, base: Int)
    ) {
        var next = 0
        for symbol in 0..<symbols {
            let frequency = Int(frequencies[symbol])
            guard frequency > 0 else { continue }
            let split = Split(frequency: frequency, states: states)
            let (valueBits, valueBase) = extra(symbol)
            let mark = UInt64(truncatingIfNeeded: valueBits) << 8 | UInt64(truncatingIfNeeded: valueBase) << 32
            for place in 0..<frequency {
                let (bits, base) = split.step(place)
                table[next] =
                    UInt64(truncatingIfNeeded: bits &+ valueBits) | mark | UInt64(truncatingIfNeeded: base) << 16
                next &+= 1
            }
        }
        while next < states {
            table[next] = 0
            next &+= 1
        }
    }

    /// Fills `symbols` entries for the encoder: what to add to the state to get the number of bits in the upper half
    /// (bits 0 to 31), and what to add to the shifted state (32 to 63). States run from `states` to twice that.
    static func buildEncoder(
        _ table: UnsafeMutablePointer<UInt64>, states: Int, frequencies: UnsafePointer<UInt16>, symbols: Int
    ) {
        var first = 0
        for symbol in 0..<symbols {
            let frequency = Int(frequencies[symbol])
            guard frequency > 0 else {
                table[symbol] = 0
                continue
            }
            let bits = frequency.leadingZeroBitCount - states.leadingZeroBitCount
            let forBits = UInt32(truncatingIfNeeded: (bits << 16) &- (frequency << bits))
            let forState = UInt32(truncatingIfNeeded: states &+ first &- frequency)
            table[symbol] = UInt64(forBits) | UInt64(forState) << 32
            first &+= frequency
        }
    }

    /// How the states of one symbol share the bits that choose the next state.
    private struct Split {
        let bits: Int
        /// Places below this one read `bits`, the others one bit less.
        let long: Int
        let frequency: Int
        let states: Int

        init(frequency: Int, states: Int) {
            self.frequency = frequency
            self.states = states
            bits = frequency.leadingZeroBitCount - states.leadingZeroBitCount
            long = ((2 &* states) >> bits) &- frequency
        }

        @inline(__always) func step(_ place: Int) -> (bits: Int, base: Int) {
            place < long
                ? (bits, ((frequency &+ place) << bits) &- states) : (bits &- 1, (place &- long) << (bits &- 1))
        }
    }
}
