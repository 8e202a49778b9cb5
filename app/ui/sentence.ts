import { createElement, Fragment, type ReactNode } from "react";

/** A sentence that holds markup, in one piece for who translates it: `Read ${link("the rules")} first.` */
export const sentence = (texts: TemplateStringsArray, ...parts: ReactNode[]) =>
  createElement(Fragment, null, ...texts.flatMap((text, index) => [text, parts[index]]));
