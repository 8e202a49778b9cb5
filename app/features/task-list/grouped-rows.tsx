import type { ReactNode } from "react";
import type { ShownGroup } from "./task-groups";

/** A table body per group, each under a heading with the number of its tasks on the page. */
export function groupedRows(rows: readonly ReactNode[], groups: readonly ShownGroup[], columns: number) {
  let start = 0;
  return groups.map(({ key, name, count }) => {
    const own = rows.slice(start, start + count);
    start += count;
    return (
      <tbody key={key}>
        <tr className="group-row">
          <th scope="rowgroup" colSpan={columns}>
            {name} <span className="group-count">{count}</span>
          </th>
        </tr>
        {own}
      </tbody>
    );
  });
}
