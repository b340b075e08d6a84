"""Plays through the client that `openapi-python-client` has made of the served document.

Every answer is used by the types of the generated client: `mypy` checks them before this runs.
"""

import sys
from typing import TypeVar, cast

from generated.jaque.api.invites import accept_invite, create_invite
from generated.jaque.api.play import submit_move
from generated.jaque.api.rooms import export_game, export_game_pdn, export_game_pgn, get_room
from generated.jaque.client import AuthenticatedClient, Client
from generated.jaque.models.accept_invite_body import AcceptInviteBody
from generated.jaque.models.action_name import ActionName
from generated.jaque.models.color_name import ColorName
from generated.jaque.models.create_invite_body import CreateInviteBody
from generated.jaque.models.create_invite_body_game import CreateInviteBodyGame
from generated.jaque.models.create_invite_body_table import CreateInviteBodyTable
from generated.jaque.models.create_invite_body_table_preset import CreateInviteBodyTablePreset
from generated.jaque.models.damas_table import DamasTable
from generated.jaque.models.game import Game
from generated.jaque.models.move import Move
from generated.jaque.models.problem import Problem
from generated.jaque.models.problem_type import ProblemType
from generated.jaque.models.reason_name import ReasonName
from generated.jaque.models.result import Result
from generated.jaque.models.room import Room
from generated.jaque.models.seated_room import SeatedRoom
from generated.jaque.models.status_name import StatusName
from generated.jaque.models.submit_move_body import SubmitMoveBody

URL = sys.argv[1]
T = TypeVar("T")


def must(kind: type[T], answer: object) -> T:
    """The answer, which must be of this type."""
    assert isinstance(answer, kind), answer
    return answer


def seat(made: SeatedRoom) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=URL, token=made.seat_token, raise_on_unexpected_status=True)


def pair(invite: CreateInviteBody) -> tuple[str, list[AuthenticatedClient]]:
    """A room's id, and white and black in it."""
    stranger = Client(base_url=URL, raise_on_unexpected_status=True)
    made = must(SeatedRoom, create_invite.sync(client=stranger, body=invite))
    watching = AuthenticatedClient(base_url=URL, token=made.seat_token)
    waiting = must(Room, get_room.sync(made.id, client=watching))
    assert (waiting.status, waiting.you) == (StatusName.WAITING, ColorName.WHITE)
    # The operation takes a token or none; the generated type asks for one in any case.
    accepting = cast(AuthenticatedClient, stranger)
    joined = must(
        SeatedRoom,
        accept_invite.sync(made.id, client=accepting, body=AcceptInviteBody(name="Torre")),
    )
    assert ActionName.RESIGN in joined.actions, joined
    assert joined.personal_url.endswith("#" + joined.seat_token)
    return made.id, [seat(made), seat(joined)]


def play(room: str, seats: list[AuthenticatedClient], moves: list[str]) -> Room:
    """The room after these moves."""
    last = None
    for ply, text in enumerate(moves):
        body = SubmitMoveBody(move=text, ply=ply, game_number=1)
        last = must(Room, submit_move.sync(room, client=seats[ply % 2], body=body))
        assert last.ply == ply + 1
        assert must(Move, last.moves[ply]).at.tzinfo is not None
    return must(Room, last)


def chess() -> None:
    room, seats = pair(CreateInviteBody(game=CreateInviteBodyGame.CHESS, name="Alfil"))
    illegal = SubmitMoveBody(move="e2e5", ply=0, game_number=1)
    problem = must(Problem, submit_move.sync(room, client=seats[0], body=illegal))
    assert problem.type_ is ProblemType.ILLEGAL_MOVE, problem
    assert len(must(list, problem.legal_moves)) == 20, problem
    assert must(Room, problem.room).ply == 0
    mate = play(room, seats, ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"])
    result = must(Result, mate.result)
    assert (result.winner, result.reason) == (ColorName.WHITE, ReasonName.CHECKMATE)
    assert mate.status is StatusName.FINISHED
    pgn = must(str, export_game_pgn.sync(room, 1, client=seats[0]))
    assert "4. Qxf7# 1-0" in pgn.replace("\n", " "), pgn
    game = must(Game, export_game.sync(room, 1, client=seats[0]))
    assert len(game.positions) == 8
    other = must(Problem, export_game_pdn.sync(room, 1, client=seats[0]))
    assert other.type_ is ProblemType.NO_SUCH_PATH, other


def damas() -> None:
    table = CreateInviteBodyTable(preset=CreateInviteBodyTablePreset.TARINGA)
    room, seats = pair(CreateInviteBody(game=CreateInviteBodyGame.DAMAS, table=table))
    played = play(room, seats, ["10-13", "21-18", "13-17"])
    # The same members, read as the table of the game that is played.
    assert must(DamasTable, played.table).to_dict()["preset"] == "taringa"
    pdn = must(str, export_game_pdn.sync(room, 1, client=seats[0]))
    assert "1. 10-13 21-18 2. 13-17" in pdn.replace("\n", " "), pdn


chess()
damas()
print("the Python client has played chess and damas")
