import { Chance } from "./random";

const list = (text: string) => text.trim().split(/\s+/);

const THINGS = list(`
  printer laptop monitor keyboard scanner phone headset tablet projector router switch server mailbox calendar password
  account badge door camera licence certificate backup database website form report invoice order spreadsheet folder
  drive connection network wifi firewall browser update driver battery charger cable dock microphone turnstile kiosk`);

const TROUBLES = [
  ...["does not start", "is slow since Monday", "shows an error", "is locked", "was not renewed", "loses its settings"],
  ...[
    "needs an update",
    "cannot be reached",
    "prints blank pages",
    "asks for a password again and again",
    "is missing",
  ],
  ...["does not charge", "is too loud", "freezes", "was delivered without its cable", "shows the wrong time"],
];

const PLACES = [
  ...["in the warehouse", "on the second floor", "at the gate", "in building 4", "in the meeting room", "at home"],
  ...["in the workshop", "at the front desk", "in the laboratory", "on the train", "in the archive", "at the museum"],
];

const COMMON = list(`
  the a to of and in it is not we on for with that this at have was from by after before since again when please could
  you us our all some every day morning week today yesterday nobody somebody everybody colleague office customer screen
  message error number file page list name date time room floor desk team order works worked tried restarted changed
  checked opened closed saved sent received moved replaced installed removed found lost broken new old first last other
  same small large quick slow only still also already always never sometimes maybe`);

const SYLLABLES = list(
  "ba be bo da de do fa fi ga go ka ke ki la le lo ma me mo na ne no pa pe ra re ro sa se ta te to",
);

/** Rare words: names, models, codes. */
const SELDOM = Array.from({ length: 8_000 }, (_, i) => {
  const chance = new Chance(i, 7);
  return Array.from({ length: 2 + chance.below(3) }, () => chance.pick(SYLLABLES)).join("");
});

export const TAGS = [
  ...["hardware", "software", "network", "access", "vpn", "printing", "phone", "mail", "building", "onboarding"],
  ...Array.from({ length: 50 }, (_, i) => `area/${SELDOM[i * 31]}`),
];

export function aTitle(chance: Chance): string {
  const place = chance.happens(0.7) ? ` ${chance.pick(PLACES)}` : "";
  const model = chance.happens(0.3) ? ` ${chance.pick(SELDOM)}` : "";
  const thing = chance.pick(THINGS);
  return `${thing.charAt(0).toUpperCase()}${thing.slice(1)}${model} ${chance.pick(TROUBLES)}${place}`;
}

/** A few sentences, sometimes in two paragraphs or with a list. */
export function aText(chance: Chance): string {
  const sentences = Array.from({ length: 2 + chance.below(4) }, () => aSentence(chance));
  if (chance.happens(0.15)) return `${sentences.join(" ")}\n\n- ${aSentence(chance)}\n- ${aSentence(chance)}`;
  return chance.happens(0.3) ? `${sentences.join(" ")}\n\n${aSentence(chance)}` : sentences.join(" ");
}

function aSentence(chance: Chance): string {
  const word = () =>
    chance.happens(0.06)
      ? chance.pickSeldom(SELDOM)
      : chance.happens(0.15)
        ? chance.pick(THINGS)
        : chance.pickSeldom(COMMON);
  const words = Array.from({ length: 7 + chance.below(9) }, word).join(" ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

const FIRST = list(`
  Ada Jonas Priya Tom Lea Mateo Ingrid Yuki Sam Hanna Omar Grace Pavel Zoe Nils Amira Chen Dana Emil Fatou Gina Hugo Ines
  Jana Karl Lina Milo Nora Otto Petra Quentin Rosa Sven Tara Uwe Vera Wanda Xaver Yara Zeno`);
const LAST = list(`
  Winter Berg Okafor Silva Novak Haas Lind Moreau Rossi Kowalski Tanaka Brandt Weber Lopez Dahl Ferrari Horvat Ivanov Jensen
  Keller Larsen Meyer Nowak Olsen Peters Quast Richter Sato Thomas Unger Vogel Wagner Young Ziegler Adler Bauer Costa Diaz`);

/** A unique name for each `i`. */
export function personName(i: number): string {
  const [first, last] = [FIRST[i % FIRST.length], LAST[Math.floor(i / FIRST.length) % LAST.length]];
  const round = Math.floor(i / (FIRST.length * LAST.length));
  return round === 0 ? `${first} ${last}` : `${first} ${last} ${SELDOM[round]}`;
}

/** Words and the number of tasks with each, for searches with few and many hits. All tasks, if there are fewer. */
export const MARKERS = { quokka: 3, zanzibar: 100, lighthouse: 10_000 } as const;

/** The markers in task `i` of `count`. */
export const markersAt = (i: number, count: number) =>
  Object.entries(MARKERS).flatMap(([word, hits]) => {
    const every = Math.max(1, Math.floor(count / hits));
    return i % every === every - 1 && i < every * hits ? word : [];
  });
