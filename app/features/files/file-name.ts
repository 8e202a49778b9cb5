import { cleanLine } from "~/lib/text";

const MOST_CHARACTERS = 255;

/** Marks that turn the direction of writing: with one of them `gpj.exe` is shown as `exe.jpg`. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * The name of a file as we keep and show it: the last part of a path, on one line, of at most 255 characters. One that
 * is too long is shortened before its ending; one of which nothing is left is called "file".
 */
export function fileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  const name = cleanLine(last.replace(DIRECTIONS, ""));
  if (/^\.*$/.test(name)) return "file";
  const characters = [...name];
  if (characters.length <= MOST_CHARACTERS) return name;
  const ending = [...(/\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? "")];
  return [...characters.slice(0, MOST_CHARACTERS - ending.length), ...ending].join("");
}
