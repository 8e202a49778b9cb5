import type { ReactNode } from "react";
import { Fragment, jsxs } from "react/jsx-runtime";

/** A sentence that holds markup, in one piece for who translates it: `Read ${link("the rules")} first.` */
export const sentence = (texts: TemplateStringsArray, ...parts: ReactNode[]) =>
  jsxs(Fragment, { children: texts.flatMap((text, index) => [text, parts[index]]) });
