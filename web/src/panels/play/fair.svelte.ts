// Whether a rated game is on: then nobody helps.

class Fair {
  isRated = $state(false);
}

export const fair = new Fair();
