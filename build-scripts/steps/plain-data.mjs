/*
 * The data of a page go to the browser in the format of turbo-stream, which is prepared for dates, promises, classes and
 * data in circles; that is a share of the time of every page. Ours are plain: texts, numbers, lists and objects of them.
 * Those are written here, to the same text (docs/decisions/0013-few-routes.md); whatever has anything else is left to it.
 */

/** Marks of the format for what JSON has no word for, or not as a reference. */
const NULL = -5;
const UNDEFINED = -7;

/**
 * Makes this copy of Remix's single-fetch answer plain data as one text, where it would make a stream, with a timer and a
 * signal for values that are still to come. What takes the answer, the body of a response or entry.server, takes either.
 */
export function writePlainDataQuickly(singleFetch) {
  const { encodeViaTurboStream } = singleFetch;
  singleFetch.encodeViaTurboStream = (data, ...how) => {
    if (isOfDocument(data)) return "";
    const text = textOfPlain(data);
    return text === null ? encodeViaTurboStream(data, ...how) : `${text}\n`;
  };
}

/** Those entry.server writes itself. */
const isOfDocument = (data) => typeof data === "object" && data !== null && Object.hasOwn(data, "loaderData");

/**
 * All values in one list, each once, with their places in it where others refer to them: `{a: "b", c: ["b"]}` becomes
 * `[{"_1":2,"_3":4},"a","b","c",[2]]`. Null for what is not plain: Remix marks its redirects with a symbol.
 */
function textOfPlain(input) {
  const places = new Map();
  const texts = [];

  /** The place of a value, which is written there if it is new; null when it cannot be written here. */
  const referenceTo = (value) => {
    if (value === null) return NULL;
    if (value === undefined) return UNDEFINED;
    const known = places.get(value);
    if (known !== undefined) return known;
    const place = texts.length;
    if (typeof value === "string" || typeof value === "boolean" || isOrdinary(value)) {
      places.set(value, place);
      texts.push(JSON.stringify(value));
      return place;
    }
    if (typeof value !== "object") return null;
    places.set(value, place);
    texts.push("");
    const text = Array.isArray(value) ? textOfList(value) : textOfObject(value);
    if (text === null) return null;
    texts[place] = text;
    return place;
  };

  const textOfList = (list) => {
    let text = "[";
    for (let index = 0; index < list.length; index++) {
      const place = index in list ? referenceTo(list[index]) : null;
      if (place === null) return null;
      text += index === 0 ? place : `,${place}`;
    }
    return `${text}]`;
  };

  const textOfObject = (object) => {
    if (Object.getPrototypeOf(object) !== Object.prototype) return null;
    if (Object.getOwnPropertySymbols(object).length > 0) return null;
    let text = "{";
    for (const key of Object.keys(object)) {
      const name = referenceTo(key);
      const place = referenceTo(object[key]);
      if (place === null) return null;
      text += `${text === "{" ? "" : ","}"_${name}":${place}`;
    }
    return `${text}}`;
  };

  const isPlain = typeof input === "object" && input !== null && referenceTo(input) !== null;
  return isPlain ? `[${texts.join(",")}]` : null;
}

/** Neither one of the numbers that have a mark of their own, nor no number at all. */
const isOrdinary = (value) => Number.isFinite(value) && !Object.is(value, -0);
