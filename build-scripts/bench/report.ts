import type { DeskFigures, Figures } from "./measure";
import { FLAT, GROWTH, MAIL, OTHERS, type OtherName, PAGE_NAMES, PAGES, type PageName, REACT_THERE } from "./targets";

export type Report = {
  /** ISO 8601. */
  at: string;
  node: string;
  processors: string;
  desks: DeskFigures[];
  /** Browser figures, in KiB and requests; empty when skipped. */
  weight: Partial<Record<OtherName, number>>;
};

const wide = (text: string | number, width: number) => String(text).padStart(width);
const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1);
const size = (bytes: number) => (bytes / 1024).toFixed(1);

export const verdict = (value: number, { target, limit }: { target: number; limit: number }) =>
  value <= target ? "ok" : value <= limit ? "limit" : "OVER";

export function reportLines(report: Report): string[] {
  const lines = [`${report.at}  Node ${report.node}  ${report.processors}`];
  for (const desk of report.desks) lines.push("", ...deskLines(desk));
  for (const engine of ["sqlite", "postgres"] as const) {
    const desks = report.desks.filter((desk) => desk.engine === engine).sort((a, b) => a.tasks - b.tasks);
    const [small, large] = [desks[0], desks.at(-1)];
    if (small && large && small !== large) lines.push("", ...growthLines(small, large));
  }
  const weights = Object.entries(report.weight) as [OtherName, number][];
  if (weights.length > 0) lines.push("", "In the browser", ...weights.map(([name, value]) => otherLine(name, value)));
  return lines;
}

function deskLines({ engine, tasks, pages, bare, memory, coldStart, live, mail }: DeskFigures): string[] {
  const head = `${engine === "sqlite" ? "SQLite" : "PostgreSQL"}, ${tasks.toLocaleString("en")} tasks; times in ms, sizes in KiB`;
  const columns =
    "CPU   lowest  target/limit         x http x React    scaled        database   p50/p99 at 1     p50/p99 at 16    req/s     br   gzip  plain";
  return [
    head,
    `${"".padEnd(28)}${columns}`,
    ...PAGE_NAMES.map((name) => pageLine(name, pages[name], bare)),
    `${"plain node:http, same bytes".padEnd(27)}${wide(ms(bare.http), 5)}`,
    `${"plain React, same rows".padEnd(27)}${wide(ms(bare.react), 5)}`,
    otherLine("memory", memory),
    otherLine("coldStart", coldStart),
    ...(live === null ? [] : [otherLine("live", live)]),
    ...(mail === null ? [] : [mailLine(mail)]),
  ];
}

function pageLine(name: PageName, figures: Figures, bare: DeskFigures["bare"]): string {
  const { words, target, limit } = PAGES[name];
  const { cpu, lowestCpu, database, one, sixteen, bytes } = figures;
  const scaled = (cpu / bare.react) * REACT_THERE;
  return [
    words.padEnd(26),
    ...[wide(ms(cpu), 5), wide(ms(lowestCpu), 7), wide(`${target} / ${limit}`, 10)],
    verdict(cpu, PAGES[name]).padEnd(6),
    ...[wide((cpu / bare.http).toFixed(1), 8), wide((cpu / bare.react).toFixed(2), 7)],
    ...[wide(ms(scaled), 8), verdict(scaled, PAGES[name]).padEnd(6), wide(ms(database), 8)],
    ...[wide(`${ms(one.p50)} / ${ms(one.p99)}`, 15), wide(`${ms(sixteen.p50)} / ${ms(sixteen.p99)}`, 16)],
    wide(sixteen.perSecond.toFixed(0), 8),
    ...[bytes.br, bytes.gzip, bytes.plain].map((value) => wide(size(value), 6)),
  ].join(" ");
}

function growthLines(small: DeskFigures, large: DeskFigures): string[] {
  const ratio = (name: PageName) => large.pages[name].cpu / small.pages[name].cpu;
  return [
    `Cost at ${large.tasks.toLocaleString("en")} tasks divided by cost at ${small.tasks.toLocaleString("en")}, ${large.engine}; target ${GROWTH.target}, limit ${GROWTH.limit}`,
    ...FLAT.map(
      (name) => `${PAGES[name].words.padEnd(26)} ${wide(ratio(name).toFixed(2), 5)}  ${verdict(ratio(name), GROWTH)}`,
    ),
  ];
}

function otherLine(name: OtherName, value: number): string {
  const { words, unit, target, limit } = OTHERS[name];
  const shown = unit === "" ? value.toFixed(0) : value.toFixed(unit === "s" ? 2 : unit === "ms" ? 0 : 1);
  return `${words.padEnd(32)} ${wide(shown, 6)} ${unit.padEnd(4)} ${wide(`${target} / ${limit}`, 10)} ${verdict(value, OTHERS[name])}`;
}

function mailLine({ perSecond, list }: NonNullable<DeskFigures["mail"]>): string {
  const goal = `at least ${MAIL.leastPerSecond}`;
  const judged = perSecond >= MAIL.leastPerSecond ? "ok" : "SLOW";
  return `${MAIL.words.padEnd(32)} ${wide(perSecond.toFixed(0), 6)} /s   ${wide(goal, 11)} ${judged}, list meanwhile ${ms(list.p50)} / ${ms(list.p99)} ms (p50/p99)`;
}

/** Ratio of now to then, for rows both reports have. Below 1 is better. */
export function comparisonLines(now: Report, then: Report): string[] {
  const lines = [
    `Ratios to the run of ${then.at}: CPU, then CPU relative to plain React in the same run, which cancels out machine speed`,
  ];
  for (const desk of now.desks) {
    const before = then.desks.find(({ engine, tasks }) => engine === desk.engine && tasks === desk.tasks);
    if (!before) continue;
    lines.push(`${desk.engine}, ${desk.tasks.toLocaleString("en")} tasks`);
    for (const name of PAGE_NAMES) {
      const [a, b] = [desk.pages[name], before.pages[name]];
      if (!b) continue;
      const scaled = a.cpu / desk.bare.react / (b.cpu / before.bare.react);
      lines.push(
        `${PAGES[name].words.padEnd(26)} ${wide((a.cpu / b.cpu).toFixed(2), 5)} ${wide(scaled.toFixed(2), 6)}  bytes ${(a.bytes.br / b.bytes.br).toFixed(2)}`,
      );
    }
    const others = [
      `memory ${(desk.memory / before.memory).toFixed(2)}`,
      `cold start ${(desk.coldStart / before.coldStart).toFixed(2)}`,
    ];
    lines.push(others.join(", "));
  }
  for (const [name, value] of Object.entries(now.weight) as [OtherName, number][]) {
    const before = then.weight[name];
    if (before) lines.push(`${OTHERS[name].words.padEnd(28)} ${(value / before).toFixed(2)}`);
  }
  return lines;
}
