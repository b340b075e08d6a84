//! The secret of one person in one room.

use core::fmt;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// A seat token: 22–64 letters and digits, at least 128 random bits. It prints as `***`.
///
/// Letters and digits only: chat programs cut a trailing `-` or `_` off a link.
#[derive(Clone, PartialEq, Eq)]
pub struct SeatToken(String);

/// The text cannot be a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidToken;

impl fmt::Display for InvalidToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a token is {} to {} letters and digits",
            SeatToken::MIN,
            SeatToken::MAX
        )
    }
}

impl core::error::Error for InvalidToken {}

impl SeatToken {
    /// The fewest characters of a token: 22 letters and digits hold 128 bits.
    pub const MIN: usize = 22;

    /// The most characters of a token.
    pub const MAX: usize = 64;

    /// What a token is made of, as a regular expression.
    pub const PATTERN: &'static str = "^[0-9A-Za-z]+$";

    const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    /// Takes a token that a client brought.
    ///
    /// # Errors
    /// [`InvalidToken`] unless it is 22–64 ASCII letters and digits.
    pub fn new(text: impl Into<String>) -> Result<SeatToken, InvalidToken> {
        let text = text.into();
        let fits = (SeatToken::MIN..=SeatToken::MAX).contains(&text.len());
        if fits && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            Ok(SeatToken(text))
        } else {
            Err(InvalidToken)
        }
    }

    /// A new token out of 128 random bits, written in base 62.
    #[must_use]
    pub fn from_random(mut bits: u128) -> SeatToken {
        let mut text = String::with_capacity(SeatToken::MIN);
        for _ in 0..SeatToken::MIN {
            let digit = (bits % 62) as usize;
            text.push(char::from(
                Self::ALPHABET.get(digit).copied().unwrap_or(b'0'),
            ));
            bits /= 62;
        }
        SeatToken(text)
    }

    /// The secret itself, for its owner alone.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What the store keeps.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl fmt::Debug for SeatToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// The SHA-256 of a token. Comparing takes the same time whatever differs.
#[derive(Clone, Copy)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// A hash as it was stored.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> TokenHash {
        TokenHash(bytes)
    }

    /// The bytes to store.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl PartialEq for TokenHash {
    fn eq(&self, other: &TokenHash) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for TokenHash {}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_letters_and_digits_only_and_long_enough() {
        for bits in [0, 1, u128::MAX, 0x1234_5678_9abc_def0_1234_5678_9abc_def0] {
            let token = SeatToken::from_random(bits);
            assert!(SeatToken::new(token.reveal()).is_ok(), "{}", token.reveal());
        }
        for bad in [
            "",
            "short",
            &"a".repeat(21),
            &"a".repeat(65),
            "aaaaaaaaaaaaaaaaaaaaaaaa-",
            "ññññññññññññññ",
        ] {
            assert_eq!(SeatToken::new(bad), Err(InvalidToken), "{bad}");
        }
    }

    #[test]
    fn different_bits_are_different_tokens() {
        assert_ne!(
            SeatToken::from_random(u128::MAX),
            SeatToken::from_random(u128::MAX - 1)
        );
        assert_ne!(SeatToken::from_random(0), SeatToken::from_random(1 << 127));
    }

    #[test]
    fn neither_a_token_nor_its_hash_is_ever_printed() {
        let token = SeatToken::from_random(7);
        assert_eq!(format!("{token:?} {:?}", token.hash()), "*** ***");
    }
}
