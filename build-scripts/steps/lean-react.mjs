/*
 * What React DOM has for documents, browsers and ways of writing that are not ours: a seventh of it. What is left out here is
 * missing without a word, so tests/platform/lean-react.test.ts compares it with what our components write.
 *
 * The names below are those of one minified file, in another they would mean something else: it is known by its hash. React 18
 * ended with it. For React 19 all of this goes, and what is still worth it is found anew.
 */
import { createHash } from "node:crypto";

/** Of react-dom 18.3.1, cjs/react-dom.production.min.js. */
const KNOWN = "cbf7fe6b9726ee65f8bcd5715289cc5161c8dacf74d0b8aaa0d29412516f5f47";

/**
 * Events that components can listen to as `onClick`, beside `onChange`, `onFocus`, `onBlur`, `onPointerEnter` and
 * `onPointerLeave`.
 */
export const EVENTS =
  "cancel click close input invalid keyDown keyPress keyUp pointerCancel pointerDown pointerMove pointerUp reset scroll submit toggle";
/** Attributes of SVG whose names are written otherwise in components. */
export const SVG_NAMES = "text-anchor";
/** Styles whose numbers are no pixels. */
export const PLAIN_NUMBERS = ["opacity", "zIndex"];
/** Hooks that nobody uses. */
export const NO_HOOKS = [
  "useDebugValue",
  "useDeferredValue",
  "useImperativeHandle",
  "useInsertionEffect",
  "useMutableSource",
  "useTransition",
];

const NOTHING = "{}";
const NO = "{return false}";

/** What functions of React DOM do instead, by the names they have in its file. */
export const REACT_INSTEAD = {
  // Words for developers: what went wrong in full, and which components it went through.
  p: '{return"Minified React error #"+a}',
  Pa: '{return""}',
  Qa: '{return""}',
  Ra: '{return""}',
  // Whether elements without children have none.
  ub: NOTHING,
  // Elements with a dash in their name.
  vb: NO,
  // Contexts of before version 16.3.
  Yf: "{return Vf}",
  Zf: NO,
  bg: NOTHING,
  cg: NOTHING,
  dg: NOTHING,
  // Lists of things that come in order.
  wj: NOTHING,
  xj: NOTHING,
  Dj: NOTHING,
  // How urgent an event is, of those that are listened to.
  jd: `{return/^(scroll|toggle|pointer(move|out|over))$/.test(a)?4:"load"===a||"error"===a?16:1}`,
};

const OTHER_HOOKS = new RegExp(
  `(?<=[,{]\\s*)(${NO_HOOKS.join("|")}):(function\\([^)]*\\)\\{(?:[^{}]|\\{[^{}]*\\})*\\}|\\w+)(,|(?=\\}))`,
  "g",
);

/** Pieces of its text and what stands there instead, in this order. A `*` is anything. */
const PIECES = [
  ['"accent-height*x-height"', `"${SVG_NAMES}"`],
  ['"xlink:actuate*});["tabIndex"', '["tabIndex"'],
  ["z.xlinkHref=*;[", "["],
  ["pb={animation*strokeWidth:!0}", `pb={${PLAIN_NUMBERS.map((name) => `${name}:!0`).join()}}`],
  [',qb=["Webkit"*})});', ";"],
  ["var tb=A({menuitem*});", ""],
  // Events: the names of all, of other browsers', of what is selected, composed or moved by a mouse alone.
  ['ef="abort *wheel"', `ef="${EVENTS}"`],
  ["We={animationend*,df=", "df="],
  ['ff($e,"onAnimationEnd")*;ff("focusin"', 'ff("focusin"'],
  ['ff(cf,"onTransitionEnd");ha("onMouseEnter"*;ha("onPointerEnter"', 'ha("onPointerEnter"'],
  ['fa("onSelect"*;var lf="abort *waiting"', 'var lf="error load"'],
  ['xa=d?ue(d):window;switch(a){case "focusin"*se(g,b)})}', "}se(g,b)})}"],
  ["if(we)na=Fe;else{na=De;var xa=Ce}", "na=Fe;"],
  ['xa&&xa(a,h,d);"focusout"===a&&(xa=', 'var xa;"focusout"===a&&(xa='],
  // What of an event is copied for its listeners.
  ['k=Fd;break;case "beforeblur"*case "click"', 'k=Fd;break;case "click"'],
  ['case "auxclick":case "dblclick":case "mousedown"*case "gotpointercapture"', 'k=Bd;break;case "gotpointercapture"'],
  [",vd=rd(ud)", ""],
  [",movementX:function*:xd}})", "})"],
  [",Cd=A({},Ad*Dd=rd(Cd)", ""],
  [",Gd=A({},sd,{animationName*return Pd}", ";"],
  ["Qd=A({},ud,{key:function*,code:0", "Qd=A({},ud,{key:0,code:0"],
  [',charCode:function(a){return"keypress"*:0}}),Rd', "}),Rd"],
  [",Ud=A({},ud,{touches*Zd=rd(Yd)", ""],
];

/** What stands in many places. Every root of ours is concurrent (`mode&1`), and no context is of the old kind. */
const EVERYWHERE = [
  [/0===\(\w\.mode&1\)/g, "false"],
  [/0!==\(\w\.mode&1\)/g, "true"],
  [/\b\w\.mode&1(?=[?&])/g, "true"],
  [/(?<!function )Zf\(\w(\.type)?\)/g, "false"],
  [/getModifierState:zd,?/g, ""],
  [OTHER_HOOKS, ""],
];

/** Throws for the text of any other React DOM. */
export function mustBeKnown(text) {
  if (createHash("sha256").update(text).digest("hex") !== KNOWN)
    throw new Error("This is not the React DOM that build-scripts/steps/lean-react.mjs was written for.");
}

/** The text of React DOM without all that. */
export function leanReact(text) {
  let lean = text;
  for (const [piece, other] of PIECES) {
    const parts = piece.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
    lean = replaced(lean, new RegExp(parts.join("[^]*?")), other);
  }
  for (const [pattern, other] of EVERYWHERE) lean = replaced(lean, pattern, other);
  return lean;
}

function replaced(text, pattern, other) {
  const lean = text.replace(pattern, () => other);
  if (lean === text) throw new Error(`There is no ${pattern} in React DOM any more.`);
  return lean;
}
