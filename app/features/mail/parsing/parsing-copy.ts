import type { ParseFailure } from "./parsed-mail";

export const say = {
  parseFailure: {
    too_slow: "Reading this message took too long.",
    too_many_parts: "This message has too many parts.",
    too_deep: "The parts of this message are nested too deeply.",
    headers_too_long: "The headers of this message are too long.",
    too_many_addresses: "This message names too many addresses.",
    out_of_memory: "Reading this message took too much memory.",
    broken: "This message can't be read.",
  } satisfies Record<ParseFailure, string>,
};
