import type { ReactNode } from "react";
import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { FormErrors, PageForm, RequestKeyField } from "~/ui/page-form";
import { SectionHeader } from "~/ui/page-header";
import * as say from "./catalogue-copy";
import { asTexts, type EntryFields, KEY_PATTERN, type Shelf } from "./entries";

const addressOf = (shelf: Shelf, key: string) => `/settings/${shelf}/${key}`;

export function EntryTable<E extends { key: string; name: ReactNode; enabled: boolean; marks?: readonly string[] }>({
  shelf,
  label,
  entries,
  columns,
}: {
  shelf: Shelf;
  label: string;
  entries: readonly E[];
  columns: readonly { title: string; cell: (entry: E) => ReactNode }[];
}) {
  return (
    <table className="table catalogue" aria-label={label} data-prefetch="intent">
      <thead>
        <tr>
          <th scope="col">{say.name}</th>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          <th scope="col">{say.order}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => (
          <tr key={entry.key} className={entry.enabled ? undefined : "is-archived"}>
            <th scope="row">
              <a className="row-link" href={`${addressOf(shelf, entry.key)}/edit`}>
                {entry.name}
              </a>
              {entry.marks?.map((mark) => (
                <span key={mark} className="mark">
                  {mark}
                </span>
              ))}
              {!entry.enabled && <span className="mark">{say.notOffered}</span>}
            </th>
            {columns.map(({ title, cell }) => (
              <td key={title} data-label={title}>
                {cell(entry)}
              </td>
            ))}
            <td className="catalogue-order">
              <form
                className="buttons"
                method="post"
                action={`${addressOf(shelf, entry.key)}/changes`}
                data-keeps-scroll
              >
                {index > 0 && <Mover verb="up" name={entry.name} />}
                {index < entries.length - 1 && <Mover verb="down" name={entry.name} />}
              </form>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Made = { requestKey: string; refusal: Refusal | null | undefined; entry?: never; answered?: never };
type Edited = {
  entry: { key: string; fields: EntryFields };
  answered: { refusal: Refusal; current: EntryFields | null } | undefined;
  requestKey?: never;
  refusal?: never;
};

/** The form to create or edit an entry. The key can be set only at creation. */
export function EntryForm({
  shelf,
  entry,
  answered,
  requestKey,
  refusal = answered?.refusal,
  children,
}: { shelf: Shelf; children: ReactNode } & (Made | Edited)) {
  // After a conflict, the form's baseline is the stored entry. After other errors, it keeps its original baseline.
  const before = (name: string) => (answered?.current ? undefined : answered?.refusal.values[`was_${name}`]);
  const was = Object.entries(entry ? asTexts(answered?.current ?? entry.fields) : {});
  return (
    <PageForm key={JSON.stringify(entry?.fields)} className="form" aria-label={say.entry[shelf]}>
      <FormErrors refusal={refusal} />
      {requestKey && <RequestKeyField requestKey={requestKey} refusal={refusal} />}
      {was.map(([name, text]) => (
        <input key={name} type="hidden" name={`was_${name}`} value={before(name) ?? text} />
      ))}
      {children}
      {entry ? (
        <p className="field">
          <span className="field-label">{say.key}</span>
          <code>{entry.key}</code>
        </p>
      ) : (
        <TextField
          label={say.key}
          name="key"
          pattern={KEY_PATTERN}
          maxLength={30}
          autoComplete="off"
          autoCapitalize="none"
          hint={say.whatKeysAre[shelf]}
          refusal={refusal}
        />
      )}
      <div className="buttons">
        <Button look="primary">{entry ? say.saveEntry[shelf] : say.createEntry[shelf]}</Button>
        <ButtonLink look="quiet" href={`/settings/${shelf}`}>
          {say.cancel}
        </ButtonLink>
      </div>
    </PageForm>
  );
}

const Mover = ({ verb, name }: { verb: "up" | "down"; name: ReactNode }) => (
  <Button look="quiet" name="verb" value={verb}>
    {verb === "up" ? say.up : say.down}
    <span className="unseen"> {name}</span>
  </Button>
);

/** Buttons to retire, offer or delete an entry. `needed` says why it can't be retired, `used` why it can't be deleted. */
export function EntryVerbs({
  shelf,
  entry: { key, enabled },
  needed,
  used,
  children,
}: {
  shelf: Shelf;
  entry: { key: string; enabled: boolean };
  needed: string | null;
  used: string | null;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby="offered">
      <SectionHeader title={enabled ? say.offered : say.notOffered} id="offered" />
      <form method="post" action={`${addressOf(shelf, key)}/changes`} className="form" data-keeps-scroll>
        {children}
        <p>{needed ?? (used ? say.cannotBeDeleted[shelf](used) : say.canBeDeleted[shelf])}</p>
        {!needed && (
          <div className="buttons">
            <Button name="verb" value={enabled ? "withdraw" : "offer"}>
              {enabled ? say.offerNoLonger[shelf] : say.offerAgain[shelf]}
            </Button>
            {!used && (
              <Button look="danger" name="verb" value="remove">
                {say.deleteEntry[shelf]}
              </Button>
            )}
          </div>
        )}
      </form>
    </section>
  );
}
