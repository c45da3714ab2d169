// Whether a game is on, and whether it is rated: then nobody helps.

class Fair {
  isRated = $state(false);
  /** Whether a game against a player is being played here. */
  isPlaying = $state(false);
}

export const fair = new Fair();
