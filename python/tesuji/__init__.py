"""Tesuji: the workbench for connection and territory games, in Python.

>>> import tesuji
>>> board = tesuji.hex(5)
>>> board.play("c3")
>>> board.to_move
'white'
>>> board.solve().winner
'black'
>>> claim = tesuji.open("examples/ziggurat.toml").claims[0]
>>> verdict = claim.verify()
>>> verdict.holds, verdict.certificate.check().is_valid
(True, True)

Positions: `hex`, `go`, `amazons`, `open`. Many at once: `Batch`. Proofs: `Claim`, `Certificate`, `Strategy`. Players:
`Position.analyze`, `Session`, `Match`. Papers: `studies`, `study`. Whatever the page of the workbench can ask: `ask`.
"""

import sys

from ._tesuji import Batch, TesujiError, __version__
from ._wire import Table, View, ask, asking, catalogue
from .matches import Match, Study, player, studies, study
from .position import Network, Position, Session, Statistics, amazons, go, hex
from .proofs import Certificate, Claim, Strategy, templates
from .texts import Opened, Record, open

__all__ = [
    "Batch",
    "Certificate",
    "Claim",
    "Match",
    "Network",
    "Opened",
    "Position",
    "Record",
    "Session",
    "Statistics",
    "Strategy",
    "Study",
    "Table",
    "TesujiError",
    "View",
    "__version__",
    "amazons",
    "ask",
    "asking",
    "catalogue",
    "go",
    "hex",
    "open",
    "player",
    "studies",
    "study",
    "templates",
]

# Whoever has imported Gymnasium gets its names; nobody else waits for it.
if "gymnasium" in sys.modules:
    from . import environments as environments
