/** An instruction in the first lines of an agent's reply. */
export type ReplyCommand =
  | { kind: "note" }
  | { kind: "close" }
  | { kind: "assign"; to: string }
  | { kind: "status"; status: string }
  | { kind: "priority"; priority: string }
  | { kind: "tag"; tag: string };

const MAX_COMMANDS = 20;
const LINE = /^#([a-z]{1,20})(?:[ \t:]+(\S.{0,199}))?$/i;

/**
 * Reads commands from the first lines of a text: `#note`, `#assign me`, `#status resolved`, `#priority high`, `#tag
 * printer`, `#close`. Empty lines before and between them are skipped. The first other line ends them; it and
 * everything below is the text, so words such as "#1042" or "#hashtag" stay in it.
 */
export function readReplyCommands(text: string): { commands: ReplyCommand[]; text: string } {
  const commands: ReplyCommand[] = [];
  let at = 0;
  let rest = 0;
  while (at < text.length && commands.length < MAX_COMMANDS) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    // No command is longer, so longer lines aren't parsed.
    const line = end - at > 300 ? null : text.slice(at, end).replaceAll("\u00a0", " ").trim();
    if (line === null) break;
    if (line !== "") {
      const command = commandOf(line);
      if (!command) break;
      commands.push(command);
      rest = end + 1;
    }
    at = end + 1;
  }
  if (commands.length === 0) return { commands, text };
  return { commands, text: text.slice(rest).replace(/^(?:[ \t\u00a0]*\n)+/, "") };
}

function commandOf(line: string): ReplyCommand | null {
  const [, name = "", argument = ""] = LINE.exec(line) ?? [];
  const given = argument.trim();
  switch (name.toLowerCase()) {
    case "note":
      return given === "" ? { kind: "note" } : null;
    case "close":
      return given === "" ? { kind: "close" } : null;
    case "assign":
      return given === "" ? null : { kind: "assign", to: given };
    case "status":
      return given === "" ? null : { kind: "status", status: given };
    case "priority":
      return given === "" ? null : { kind: "priority", priority: given };
    case "tag":
      return given === "" ? null : { kind: "tag", tag: given.replace(/^#/, "") };
    default:
      return null;
  }
}
