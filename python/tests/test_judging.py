"""Searches whose leaves a net of the caller judges."""

import _thread
import signal
import threading

import numpy
import pytest

import tesuji


class Uniform:
    """Knows nothing, and keeps what it was asked."""

    def __init__(self, position, best=None):
        self.n_actions, self.best, self.seen = position.n_actions, best, []

    def __call__(self, planes):
        self.seen.append(planes)
        policy = numpy.zeros((len(planes), self.n_actions), numpy.float32)
        if self.best is not None:
            policy[:, self.best] = 10
        return policy, numpy.zeros(len(planes), numpy.float32)


def hex_game():
    """A game of Hex that no solver decides at once."""
    board = tesuji.hex(11)
    for move in ("a10", "k2"):
        board.play(move)
    return board


BOARDS = [hex_game, lambda: tesuji.go(7), lambda: tesuji.go("torus:5"), lambda: tesuji.go("hexagon:3")]


@pytest.mark.parametrize("make", BOARDS)
@pytest.mark.parametrize("batch", [1, 8])
def test_a_net_sees_planes_and_its_search_repeats(make, batch):
    position = make()
    nets = [Uniform(position) for _ in range(2)]
    views = [position.search(net, nodes=80, batch=batch) for net in nets]
    for view in views:
        view.pop("seconds")
    assert views[0] == views[1]
    assert views[0].best in position.legal_moves()
    assert (nets[0].seen[0][0] == position.planes()).all()
    sizes = [len(planes) for planes in nets[0].seen]
    assert max(sizes) == batch and sum(sizes) <= 81
    assert all(planes.dtype == numpy.float32 for planes in nets[0].seen)
    assert all((a == b).all() for a, b in zip(nets[0].seen, nets[1].seen, strict=True))


@pytest.mark.parametrize("make", BOARDS)
def test_the_policy_leads_the_search(make):
    position = make()
    best = int(position.legal_actions()[position.n_legal() // 2])
    view = position.search(Uniform(position, best), nodes=60)
    assert view.best == position.text_of(best)
    assert view.moves[0].prior > 0.5 and view.certainty == "opinion"


def test_values_are_those_of_the_player_to_move():
    position = hex_game()
    mine = position.copy()
    mine.play("f6")
    stone = position.action_of("f6")

    def likes_the_stone(planes):
        """The player with a stone there wins; a stone beside it looks as good at first."""
        flat = planes.reshape(len(planes), 3, -1)
        policy = numpy.zeros((len(planes), position.n_actions))
        policy[:, [stone, stone + 1]] = 5
        return policy, 0.9 * (flat[:, 0, stone] - flat[:, 1, stone])

    assert position.search(likes_the_stone, nodes=400).best == "f6"
    assert mine.search(likes_the_stone, nodes=40).value < 0.3


def test_what_is_certain_stays_certain():
    board = tesuji.hex(4)

    def wrong(planes):
        return numpy.zeros((len(planes), board.n_actions)), -numpy.ones(len(planes))

    view = board.search(wrong, nodes=200)
    assert view.certainty == "certain" and view.value == 1.0


def test_planes_of_a_batch():
    board = tesuji.hex(3, 4)
    board.play("b2")
    planes = tesuji.Batch([board, board]).planes()
    assert planes.shape == (2, 3, 4, 3) and planes.base is not None
    assert planes[0, 1, 1, 1] == 1 and planes[0].sum() == 1
    with pytest.raises(tesuji.TesujiError, match="positions of Hex or Go"):
        tesuji.Batch([tesuji.amazons(6)]).planes()


def numbers(policy, values):
    return lambda planes: (numpy.full((len(planes), 50), policy), numpy.full(len(planes), values))


FAULTS = [
    (lambda planes: (numpy.zeros((len(planes), 3)), numpy.zeros(len(planes))), r"a policy of shape .*, 50\), a logit"),
    (lambda planes: (numpy.zeros((len(planes), 50)), numpy.zeros(7 + len(planes))), "one for each position"),
    (lambda planes: numpy.zeros(len(planes)), "expected a policy and values"),
    (lambda planes: ("policy", numpy.zeros(1)), "no array of numbers"),
    (numbers(numpy.nan, 0), "gave the logit NaN"),
    (numbers(0, 1.5), "gave the value 1.5"),
    (numbers(0, numpy.nan), "gave the value NaN"),
    (None, "`judge` is NoneType"),
]


@pytest.mark.parametrize(("judge", "words"), FAULTS)
def test_faults_name_the_argument(judge, words):
    with pytest.raises(tesuji.TesujiError, match=words):
        tesuji.go(7).search(judge, nodes=20)


def test_other_faults():
    net = Uniform(tesuji.go(7))
    with pytest.raises(tesuji.TesujiError, match="`batch` is 0"):
        tesuji.go(7).search(net, nodes=20, batch=0)
    with pytest.raises(tesuji.TesujiError, match="only the strong player"):
        tesuji.go(7).search(net, nodes=20, player="uct")
    with pytest.raises(tesuji.TesujiError, match="positions of Hex or Go"):
        tesuji.amazons(6).search(net, nodes=20)


def test_an_exception_of_the_net_arrives():
    def fails(planes):
        raise ZeroDivisionError("the net")

    with pytest.raises(ZeroDivisionError, match="the net"):
        tesuji.go(7).search(fails, nodes=1000)


def test_ctrl_c_ends_a_search():
    position = hex_game()
    # A shell lets what runs in its background ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.5, _thread.interrupt_main).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            position.search(Uniform(position), nodes=1_000_000)
    finally:
        signal.signal(signal.SIGINT, before)


def test_masked_policies_are_allowed():
    position = tesuji.go(5)
    view = position.search(lambda p: (numpy.full((len(p), 26), -numpy.inf), numpy.zeros(len(p))), nodes=30)
    assert view.best in position.legal_moves()


def test_a_module_of_torch():
    torch = pytest.importorskip("torch")
    position = hex_game()

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = torch.nn.Linear(3 * 121, 123)

        def forward(self, planes):
            out = self.layer(planes.flatten(1))
            return out[:, :122], torch.tanh(out[:, 122:])

    torch.manual_seed(1)
    assert position.search(Net(), nodes=60).best in position.legal_moves()
