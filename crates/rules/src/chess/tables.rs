//! What is looked up, made at compile time: 43 KiB, no work at start.

use super::side::FILE_A;

/// The step from square to square, or nothing where it leaves the board.
const fn step(square: usize, file: i32, rank: i32) -> u64 {
    let file = (square & 7) as i32 + file;
    let rank = (square >> 3) as i32 + rank;
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        1 << (rank * 8 + file)
    } else {
        0
    }
}

const fn leaper(steps: [(i32, i32); 8]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            table[square] |= step(square, steps[i].0, steps[i].1);
            i += 1;
        }
        square += 1;
    }
    table
}

const KING_STEPS: [(i32, i32); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// FIDE 3.6: where a knight goes.
pub(super) static KNIGHT: [u64; 64] = leaper([
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);

/// FIDE 3.8.1: where a king goes.
pub(super) static KING: [u64; 64] = leaper(KING_STEPS);

/// All squares in one direction, up to the edge.
const fn ray(square: usize, direction: (i32, i32)) -> u64 {
    let mut set = 0;
    let mut distance = 1;
    while distance < 8 {
        set |= step(square, direction.0 * distance, direction.1 * distance);
        distance += 1;
    }
    set
}

/// The lines through a square, without the square itself.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    pub(super) rank: u64,
    /// The diagonal that goes up to the h-file.
    pub(super) up: u64,
    /// The diagonal that goes down to the h-file.
    pub(super) down: u64,
    /// Rank and file together.
    pub(super) rook: u64,
}

impl Lines {
    /// Both diagonals together.
    #[inline]
    pub(super) const fn bishop(&self) -> u64 {
        self.up | self.down
    }
}

pub(super) static LINES: [Lines; 64] = {
    let mut table = [Lines {
        rank: 0,
        up: 0,
        down: 0,
        rook: 0,
    }; 64];
    let mut square = 0;
    while square < 64 {
        let rank = ray(square, (1, 0)) | ray(square, (-1, 0));
        table[square] = Lines {
            rank,
            up: ray(square, (1, 1)) | ray(square, (-1, -1)),
            down: ray(square, (1, -1)) | ray(square, (-1, 1)),
            rook: rank | ray(square, (0, 1)) | ray(square, (0, -1)),
        };
        square += 1;
    }
    table
};

/// `TOWARDS[a][b]`: the squares from `a` to `b`, without `a`, with `b`; nothing where no line joins them.
pub(super) static TOWARDS: [[u64; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let mut set = 0;
            let mut distance = 1;
            while distance < 8 {
                let to = step(from, KING_STEPS[i].0 * distance, KING_STEPS[i].1 * distance);
                if to == 0 {
                    break;
                }
                set |= to;
                table[from][to.trailing_zeros() as usize] = set;
                distance += 1;
            }
            i += 1;
        }
        from += 1;
    }
    table
};

/// What a rook on `position` of a line of eight reaches, the six inner squares being occupied as `inner` says.
const fn along(position: usize, inner: usize) -> u8 {
    let occupied = (inner << 1) as u32;
    let mut reached = 0u32;
    let mut up = position + 1;
    while up < 8 {
        reached |= 1 << up;
        if occupied & 1 << up != 0 {
            break;
        }
        up += 1;
    }
    let mut down = position;
    while down > 0 {
        down -= 1;
        reached |= 1 << down;
        if occupied & 1 << down != 0 {
            break;
        }
    }
    reached as u8
}

/// By file and by the six inner squares of a rank or diagonal: the squares reached, written on every rank.
pub(super) static REACH: [u64; 512] = {
    let mut table = [0; 512];
    let mut i = 0;
    while i < 512 {
        table[i] = along(i >> 6, i & 63) as u64 * FILE_A;
        i += 1;
    }
    table
};

/// Turns the six inner squares of the a-file into an index, the seventh rank lowest.
pub(super) const FILE_TO_INDEX: u64 = 0x0080_4020_1008_0400;

/// By rank and by that index: the squares reached on the a-file.
pub(super) static REACH_FILE: [u64; 512] = {
    let mut table = [0; 512];
    let mut i = 0;
    while i < 512 {
        let rank = i >> 6;
        let inner = ((i & 63) as u8).reverse_bits() as usize >> 2;
        let reached = along(rank, inner) as u64;
        let mut to = 0;
        while to < 8 {
            table[i] |= (reached >> to & 1) << (8 * to);
            to += 1;
        }
        i += 1;
    }
    table
};

/// The castling rights that are left when a piece leaves or reaches a square.
pub(super) static RIGHTS_KEPT: [u8; 64] = {
    let mut table = [15; 64];
    table[4] = 12;
    table[7] = 14;
    table[0] = 13;
    table[60] = 3;
    table[63] = 11;
    table[56] = 7;
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tables_together_stay_far_below_64_kib() {
        let bytes = size_of_val(&KNIGHT)
            + size_of_val(&KING)
            + size_of_val(&LINES)
            + size_of_val(&TOWARDS)
            + size_of_val(&REACH)
            + size_of_val(&REACH_FILE)
            + size_of_val(&RIGHTS_KEPT);
        assert_eq!(bytes / 1024, 43);
    }

    #[test]
    fn a_line_leads_from_its_first_square_to_its_last() {
        assert_eq!(TOWARDS[0][18], 1 << 9 | 1 << 18, "a1 to c3");
        assert_eq!(TOWARDS[0][17], 0, "a knight's step is no line");
        assert_eq!(TOWARDS[63][60], 1 << 62 | 1 << 61 | 1 << 60, "h8 to e8");
    }
}
