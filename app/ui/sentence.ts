import type { ReactNode } from "react";
import { Fragment, jsxs } from "react/jsx-runtime";

/** Builds a sentence with markup in one piece, for translators: `Read ${link("the rules")} first.` */
export const sentence = (texts: TemplateStringsArray, ...parts: ReactNode[]) =>
  jsxs(Fragment, { children: texts.flatMap((text, index) => [text, parts[index]]) });
