//! How many games one room can have, and what its people are told at the end.

#![allow(clippy::unwrap_used, clippy::panic)]

use rooms::{
    Action, Command, End, EndReason, Game, Guest, Invitation, Pairing, Party, Person, Policy,
    Refusal, Rival, Room, RoomId, SeatChoice, SeatToken, Stage, Terms, Timestamp, Verdict, actions,
    create, decide, limits,
};

const NOW: Timestamp = Timestamp::from_millis(1_796_000_000_000);

fn token(who: u128) -> rooms::TokenHash {
    SeatToken::from_random(who).hash()
}

/// A room whose game of this number is over, against a person or a rival.
fn finished(number: u32, rival: Option<Rival>) -> Room {
    let invitation = Invitation {
        id: RoomId::new(NOW, 7),
        terms: Terms::chess(),
        seat: SeatChoice::White,
        rival: None,
        name: None,
        token: token(1),
    };
    let room = create(invitation, NOW, 0);
    let guest = match rival {
        Some(rival) => Guest::Rival(rival),
        None => Guest::Person(Person {
            name: None,
            token: token(2),
        }),
    };
    let game = Game::start(&room.terms, number, NOW).unwrap();
    let end = End {
        winner: None,
        reason: EndReason::Agreement,
        at: NOW,
    };
    Room {
        stage: Stage::Finished {
            pairing: Pairing { guest, game },
            end,
            rematch: None,
        },
        ..room
    }
}

fn rematch(room: &Room, who: u128, game: u32) -> Result<Verdict, Refusal> {
    let asked = Command::OfferRematch { game };
    decide(room, Some(&token(who)), &asked, NOW, &Policy::default())
}

fn offers(room: &Room, party: Party) -> bool {
    actions(room, Some(party), NOW, &Policy::default()).contains(&Action::OfferRematch)
}

#[test]
fn the_last_game_of_a_room_has_no_rematch_and_none_is_offered() {
    let most = limits::GAMES;
    for rival in [None, Some(Rival::Domador)] {
        let room = finished(most - 1, rival);
        assert!(offers(&room, Party::Host));
        let Ok(Verdict::Change(change)) = rematch(&room, 1, most - 1) else {
            panic!("one more game fits");
        };
        if rival.is_some() {
            assert_eq!(change.room.game_number(), most);
        }

        let full = finished(most, rival);
        assert!(!offers(&full, Party::Host));
        assert_eq!(rematch(&full, 1, most), Err(Refusal::TooManyGames));
        // What happened before is told as ever, and so is a game that the room does not have.
        assert_eq!(rematch(&full, 1, most - 1), Ok(Verdict::Already));
        let beyond = Err(Refusal::StaleGame { number: most });
        assert_eq!(rematch(&full, 1, most + 1), beyond);
    }
    let told = Refusal::TooManyGames.to_string();
    assert!(told.contains("999") && told.contains("new room"), "{told}");
}
