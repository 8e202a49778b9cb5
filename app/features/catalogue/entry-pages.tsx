import type { ReactNode } from "react";
import { MoveButtons } from "~/features/records/move-buttons";
import { Baseline, RecordForm } from "~/features/records/record-form";
import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { FormErrors, RequestKeyField } from "~/ui/page-form";
import { PageHeader, SETTINGS, SectionHeader } from "~/ui/page-header";
import * as say from "./catalogue-copy";
import { type CatalogueSection, type EntryFields, KEY_PATTERN } from "./entries";

/** The list of a section. `children` replace the table when it has no entries. */
export function EntriesPage<E extends { key: string; enabled: boolean }>({
  section,
  entries,
  nameOf,
  markOf,
  columns,
  children,
}: {
  section: CatalogueSection;
  entries: readonly E[];
  nameOf: (entry: E) => string;
  markOf?: (entry: E) => string | false;
  columns: readonly { title: string; cell: (entry: E) => ReactNode }[];
  children?: ReactNode;
}) {
  const title = say.entries[section];
  return (
    <>
      <PageHeader up={SETTINGS} title={title}>
        <ButtonLink icon="new" href={`/settings/${section}/new`}>
          {say.addEntry[section]}
        </ButtonLink>
      </PageHeader>
      {entries.length === 0 && children ? (
        children
      ) : (
        <table className="table catalogue" aria-label={title} data-prefetch="intent">
          <thead>
            <tr>
              <th scope="col">{say.name}</th>
              {columns.map((column) => (
                <th key={column.title} scope="col">
                  {column.title}
                </th>
              ))}
              <th scope="col">{say.order}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, index) => (
              <tr key={entry.key} className={entry.enabled ? undefined : "is-archived"}>
                <th scope="row">
                  <a className="row-link" href={`/settings/${section}/${entry.key}/edit`}>
                    {nameOf(entry)}
                  </a>
                  {markOf?.(entry) && <span className="mark">{markOf(entry)}</span>}
                  {!entry.enabled && <span className="mark">{say.notOffered}</span>}
                </th>
                {columns.map((column) => (
                  <td key={column.title} data-label={column.title}>
                    {column.cell(entry)}
                  </td>
                ))}
                <td className="catalogue-order">
                  <MoveButtons
                    action={`/settings/${section}/${entry.key}/changes`}
                    name={nameOf(entry)}
                    isFirst={index === 0}
                    isLast={index === entries.length - 1}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

const sectionPage = (section: CatalogueSection) => ({ href: `/settings/${section}`, label: say.entries[section] });

/** The page that creates an entry. Only there can its key be set. */
export const NewEntryPage = ({
  section,
  requestKey,
  refusal,
  children,
}: {
  section: CatalogueSection;
  requestKey: string;
  refusal: Refusal | undefined;
  children: ReactNode;
}) => (
  <>
    <PageHeader up={sectionPage(section)} title={say.newEntry[section]} />
    <RecordForm
      className="form"
      aria-label={say.entry[section]}
      submit={say.addEntry[section]}
      cancel={`/settings/${section}`}
    >
      <FormErrors refusal={refusal} />
      <RequestKeyField requestKey={requestKey} refusal={refusal} />
      {children}
      <TextField
        label={say.key}
        name="key"
        pattern={KEY_PATTERN}
        maxLength={30}
        autoComplete="off"
        autoCapitalize="none"
        hint={say.keyHint[section]}
        refusal={refusal}
      />
    </RecordForm>
  </>
);

type EditProps = {
  section: CatalogueSection;
  entry: { key: string; enabled: boolean; fields: EntryFields };
  /** Why it can't be retired. */
  needed: string | null;
  /** Why it can't be deleted. */
  used: string | null;
};

/** The page that edits an entry. `below` comes between the form and the buttons to retire, offer or delete it. */
export const EditEntryPage = ({
  name,
  answered,
  below,
  children,
  ...props
}: EditProps & {
  name: string;
  answered: { refusal: Refusal; current: EntryFields | null } | undefined;
  below?: ReactNode;
  children: ReactNode;
}) => (
  <>
    <PageHeader up={sectionPage(props.section)} title={name} />
    <div className="settings-part">
      <RecordForm
        key={JSON.stringify(props.entry.fields)}
        className="form"
        aria-label={say.entry[props.section]}
        submit={say.saveEntry[props.section]}
        cancel={`/settings/${props.section}`}
      >
        <FormErrors refusal={answered?.refusal} />
        <Baseline fields={props.entry.fields} answered={answered} />
        {children}
        <p className="field">
          <span className="field-label">{say.key}</span>
          <code>{props.entry.key}</code>
        </p>
      </RecordForm>
      {below}
      <EntryVerbs {...props} />
    </div>
  </>
);

function EntryVerbs({ section, entry: { key, enabled }, needed, used }: EditProps) {
  return (
    <section aria-labelledby="availability">
      <SectionHeader title={say.availability} id="availability" />
      <form method="post" action={`/settings/${section}/${key}/changes`} className="form" data-keeps-scroll>
        <p>{say.whatRetiringDoes[section]}</p>
        <p>{needed ?? (used ? say.cannotBeDeleted[section](used) : say.canBeDeleted[section])}</p>
        {!needed && (
          <div className="buttons">
            <Button name="verb" value={enabled ? "withdraw" : "offer"}>
              {enabled ? say.retireEntry[section] : say.restoreEntry[section]}
            </Button>
            {!used && (
              <Button look="danger" name="verb" value="remove">
                {say.deleteEntry[section]}
              </Button>
            )}
          </div>
        )}
      </form>
    </section>
  );
}
