// Whether a game is on, and whether it is rated: then nobody helps.

class Fair {
  isRated = $state(false);
  /** Whether a game against a player is being played here. */
  isPlaying = $state(false);
  /** What a person may do in that game beside a move, for the row under the board; null: it is not on the panel in front. */
  moves: { takeBack: (() => void) | null; mayTakeBack: boolean; resign: (() => void) | null } | null = $state.raw(null);
}

export const fair = new Fair();
