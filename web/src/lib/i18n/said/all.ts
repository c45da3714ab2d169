// All Japanese sentences, one file a topic. Where two templates fit, the one that stands first is taken.
import { claims } from "./claims";
import { errors } from "./errors";
import { lab } from "./lab";
import { life } from "./life";
import { overlays } from "./overlays";
import { players } from "./players";
import { positions } from "./positions";
import { reading } from "./reading";
import { review } from "./review";
import { solving } from "./solving";
import { strategies } from "./strategies";
import { studies } from "./studies";
import { syntax } from "./syntax";
import { translator, type Pair } from "./template";

export const pairs: readonly Pair[] = [
  ...players, ...overlays, ...claims, ...positions, ...review, ...solving, ...strategies, ...lab, ...reading, ...errors, ...studies, ...life, ...syntax,
];

export const translate = translator(pairs);
