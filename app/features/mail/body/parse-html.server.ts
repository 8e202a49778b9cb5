import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import { storableText } from "~/lib/text";
import { append, type ElementNode, isBlock, newElement } from "./html-tree";
import { cutToBytes, MOST_VISIBLE_BYTES, visibleBytes } from "./visible-limit";

/** Deeper elements become empty, and their contents follow them. Clients nest some 30 deep in a long thread. */
const MOST_DEPTH = 100;

/** A table pasted from a spreadsheet has some eight nodes per cell. */
const MOST_NODES = 200_000;

/** A tracking link has some 2,000 characters; a picture in a `data:` URL has millions, and we drop it anyway. */
const MOST_ATTRIBUTE_CHARACTERS = 8192;

/** Elements without an end tag. */
const VOID = /^(?:area|base|basefont|bgsound|br|col|embed|frame|hr|img|input|keygen|link|meta|param|source|track|wbr)$/;

/** Elements never shown, and read by the tokenizer as text. */
const UNSHOWN = /^(?:script|style|title|textarea|iframe|noembed|noframes)$/;

/** Open elements that a start tag closes if they're the innermost. */
const CLOSES: Record<string, RegExp> = {
  li: /^li$/,
  dt: /^d[dt]$/,
  dd: /^d[dt]$/,
  tr: /^t[rdh]$/,
  td: /^t[dh]$/,
  th: /^t[dh]$/,
  tbody: /^(?:t[rdh]|thead|tbody)$/,
  tfoot: /^(?:t[rdh]|thead|tbody)$/,
  option: /^option$/,
};

/**
 * Reads HTML into a tree, however broken.
 *
 * htmlparser2's own Parser searches its stack of open elements at each tag, which takes minutes for a mail made of a
 * million of them. This stack has at most a hundred.
 */
class TreeBuilder implements TokenizerCallbacks {
  readonly root = newElement("root");
  truncated = false;
  private readonly tokenizer = new Tokenizer({}, this);
  private readonly open: ElementNode[] = [this.root];
  /** Names of elements past the depth limit, to ignore their end tags. */
  private readonly flattened = new Map<string, number>();
  private tag = "";
  private attributes = new Map<string, string>();
  private attribute = "";
  private value: string[] = [];
  private valueLength = 0;
  private text: string[] = [];
  private nodes = 0;
  private bytes = 0;

  constructor(private readonly html: string) {}

  build(): { root: ElementNode; truncated: boolean } {
    this.tokenizer.write(this.html);
    this.tokenizer.end();
    this.endText();
    return { root: this.root, truncated: this.truncated };
  }

  private get innermost() {
    return this.open[this.open.length - 1] ?? this.root;
  }

  ontext(start: number, end: number) {
    this.text.push(this.html.slice(start, end));
  }

  ontextentity(codePoint: number) {
    this.text.push(String.fromCodePoint(codePoint));
  }

  private endText() {
    if (this.text.length === 0) return;
    const text = storableText(this.text.join(""));
    this.text = [];
    const parent = this.innermost;
    if (text === "" || this.truncated || UNSHOWN.test(parent.tag)) return;
    this.count();
    this.bytes += visibleBytes(text);
    const surplus = this.bytes - MOST_VISIBLE_BYTES;
    append(parent, { text: surplus > 0 ? cutToBytes(text, visibleBytes(text) - surplus) : text, parent });
    if (surplus > 0) this.stop();
  }

  private count() {
    if (++this.nodes > MOST_NODES) this.stop();
  }

  private stop() {
    this.truncated = true;
    this.tokenizer.pause();
  }

  onopentagname(start: number, end: number) {
    this.endText();
    this.tag = this.html.slice(start, end).toLowerCase();
    this.attributes = new Map();
  }

  onattribname(start: number, end: number) {
    this.attribute = this.html.slice(start, end).toLowerCase();
  }

  onattribdata(start: number, end: number) {
    this.valueLength += end - start;
    if (this.valueLength <= MOST_ATTRIBUTE_CHARACTERS) this.value.push(this.html.slice(start, end));
  }

  onattribentity(codePoint: number) {
    this.valueLength++;
    if (this.valueLength <= MOST_ATTRIBUTE_CHARACTERS) this.value.push(String.fromCodePoint(codePoint));
  }

  onattribend() {
    const isWhole = this.valueLength <= MOST_ATTRIBUTE_CHARACTERS;
    if (isWhole && !this.attributes.has(this.attribute)) {
      this.attributes.set(this.attribute, storableText(this.value.join("")));
    }
    this.value = [];
    this.valueLength = 0;
  }

  onopentagend() {
    const tag = this.tag === "image" ? "img" : this.tag === "xmp" ? "pre" : this.tag;
    const element = newElement(tag, this.attributes);
    if (isBlock(element)) this.close("p", /^(?:table|td|th|blockquote|div|li)$/);
    if (tag === "a") this.close("a", /^t[dh]$/);
    const closes = CLOSES[tag];
    if (closes) while (closes.test(this.innermost.tag)) this.open.pop();
    this.count();
    if (this.truncated) return;
    append(this.innermost, element);
    if (VOID.test(tag)) return;
    if (this.open.length <= MOST_DEPTH || UNSHOWN.test(tag)) this.open.push(element);
    else this.flattened.set(tag, (this.flattened.get(tag) ?? 0) + 1);
  }

  onselfclosingtag() {
    this.onopentagend();
  }

  onclosetag(start: number, end: number) {
    this.endText();
    const name = this.html.slice(start, end).toLowerCase();
    const tag = name === "xmp" ? "pre" : name;
    const flattened = this.flattened.get(tag) ?? 0;
    if (flattened > 0) this.flattened.set(tag, flattened - 1);
    else if (tag === "br")
      append(this.innermost, newElement("br")); // as browsers read "</br>"
    else this.close(tag, tag === "table" ? /^$/ : /^table$/);
  }

  /** Closes the innermost element of a name, unless a barrier is in between: a cell's end tag can't close the table around. */
  private close(tag: string, barrier: RegExp) {
    for (let at = this.open.length - 1; at > 0; at--) {
      const name = this.open[at]?.tag ?? "";
      if (name === tag) {
        this.open.length = at;
        return;
      }
      if (barrier.test(name)) return;
    }
  }

  oncdata() {}
  oncomment() {}
  ondeclaration() {}
  onprocessinginstruction() {}
  onend() {}
}

/** Parses HTML; `truncated` says whether a limit cut it. Never throws, and takes linear time. */
export const parseHtml = (html: string) => new TreeBuilder(html).build();
