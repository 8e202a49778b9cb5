import { SEARCH_HELP } from "~/features/search/search-url";
import { Button } from "~/ui/button";
import { SelectField, TextField } from "~/ui/field";
import type { ParsedReport } from "./report-address";
import { PRESETS } from "./report-period";
import { DIMENSIONS, REPORT_LIMITS } from "./reports";
import * as say from "./reports-copy";

const BY = DIMENSIONS.map((value) => ({ value, label: say.BY_NAMES[value] }));

/** Chooses a report: links for common periods, and a form for any. */
export function ReportForm({
  texts,
  preset,
  errors,
}: Pick<ParsedReport, "texts" | "preset"> & { errors: Record<string, string> }) {
  const { from, to, by, q } = texts;
  const refusal = {
    values: {},
    formErrors: [],
    errors: Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, [message]])),
  };
  const rest = new URLSearchParams({ by, ...(q !== "" && { q }) });
  return (
    <search>
      <nav className="report-periods" aria-label={say.periods}>
        {PRESETS.map((one) => (
          <a key={one} href={`/reports?period=${one}&${rest}`} aria-current={one === preset ? "true" : undefined}>
            {say.PRESET_NAMES[one]}
          </a>
        ))}
      </nav>
      <form className="field-line" action="/reports">
        <TextField
          key={`from ${from}`}
          label={say.from}
          name="from"
          type="date"
          defaultValue={from}
          refusal={refusal}
          required
        />
        <TextField key={`to ${to}`} label={say.to} name="to" type="date" defaultValue={to} refusal={refusal} required />
        <SelectField key={`by ${by}`} label={say.groupBy} name="by" choices={BY} defaultValue={by} refusal={refusal} />
        <TextField
          key={`q ${q}`}
          label={say.filter}
          name="q"
          maxLength={REPORT_LIMITS.filter}
          defaultValue={q}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={say.filterHint((words) => <a href={SEARCH_HELP}>{words}</a>)}
          refusal={refusal}
        />
        <Button look="primary">{say.showReport}</Button>
      </form>
    </search>
  );
}
