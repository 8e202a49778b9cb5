import { formatNumber } from "~/lib/numbers";
import { dayInWords } from "~/ui/format-time";
import { COLUMNS, type Column, formatCell, formatChange, SECTIONS, type Section } from "./report-columns";
import { listOf } from "./report-queries";
import type { ReportGroup } from "./report-types";
import type { Dimension } from "./reports";
import * as say from "./reports-copy";

/** Formats 2026-03-09 as "9 March 2026". */
export const formatDay = (day: string) => dayInWords(Date.parse(day), 0);

export const formatPeriod = ({ from, to }: { from: string; to: string }) => say.daysOf(formatDay(from), formatDay(to));

type Total = Pick<ReportGroup, "now" | "before">;

/** All totals, beside those of the previous period. */
export function Summary({ total }: { total: Total }) {
  return (
    <div>
      <h2>{say.summary}</h2>
      <ScrollingTable label={say.summary}>
        <thead>
          <tr>
            <th scope="col">{say.measure}</th>
            <th scope="col">{say.thisPeriod}</th>
            <th scope="col">{say.periodBefore}</th>
            <th scope="col">{say.change}</th>
          </tr>
        </thead>
        <tbody>
          {COLUMNS.map((column) => (
            <tr key={column.key}>
              <th scope="row">{column.label}</th>
              <td>
                <Value column={column} figures={total.now} />
              </td>
              <td>
                <Value column={column} figures={total.before} />
              </td>
              <td>{formatChange(column, column.of(total.now).value, column.of(total.before).value)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </div>
  );
}

type TableProps = { section: Section; by: Dimension; groups: readonly ReportGroup[]; total: Total };

/** One table of a report, by group. */
export function SectionTable({ section: { title, note, columns }, by, groups, total }: TableProps) {
  return (
    <div>
      <h2>{title}</h2>
      {note && <p className="hint">{note}</p>}
      <ScrollingTable label={title}>
        <thead>
          <tr>
            <th scope="col">{say.BY_NAMES[by]}</th>
            {columns.map(({ key, label, short = label }) => (
              <th key={key} scope="col">
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Row key={group.key} name={group.name} numbers={group} columns={columns} />
          ))}
        </tbody>
        <tfoot>
          <Row name={say.all} numbers={total} columns={columns} />
        </tfoot>
      </ScrollingTable>
    </div>
  );
}

export const Sections = (props: Omit<TableProps, "section">) =>
  SECTIONS.map((section) => <SectionTable key={section.key} section={section} {...props} />);

const Row = ({ name, numbers, columns }: { name: string; numbers: Total; columns: readonly Column[] }) => (
  <tr>
    <th scope="row">{name}</th>
    {columns.map((column) => (
      <td key={column.key}>
        <Value column={column} figures={numbers.now} />
        <small>
          <Value column={column} figures={numbers.before} isBefore />
        </small>
      </td>
    ))}
  </tr>
);

type NumberProps = { column: Column; figures: Total["now"]; isBefore?: boolean };

/** A number, with a link to its tasks if it has any. */
function Value({ column, figures, isBefore = false }: NumberProps) {
  const { value, query } = column.of(figures);
  const text = formatCell(column, value);
  const named = isBefore ? { "aria-label": say.before(text) } : {};
  return value !== null && (value > 0 || column.unit !== "count") && query !== null ? (
    <a href={listOf(query)} {...named}>
      {text}
    </a>
  ) : (
    text
  );
}

/** Wide tables scroll by themselves, with the keyboard too. */
function ScrollingTable({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus
    <section className="report-scroll" aria-label={label} tabIndex={0}>
      <table className="report-table">{children}</table>
    </section>
  );
}

export const countOfGroups = (shown: number, all: number) =>
  shown < all ? say.moreGroups(formatNumber(shown), formatNumber(all)) : null;
