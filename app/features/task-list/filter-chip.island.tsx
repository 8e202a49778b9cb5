import { type ReactNode, useId, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useApplyWhenChosen } from "~/ui/apply-when-chosen";
import { ChoiceField } from "~/ui/choice-field";
import { Icon } from "~/ui/icon";
import * as say from "./task-list-copy";

const load = () => import("./filter-suggestions");

type Props = {
  label: string;
  name: string;
  /** The value, and a link to the list without this filter; undefined if not set. */
  chip: { value: string; label: string; without: string } | undefined;
};

/** A filter as a chip: its label and value once it's set, and a link that removes it. */
function Chip({ id, label, chip, children }: Props & { id: string; children: ReactNode }) {
  return (
    <div className={chip ? "chip is-set" : "chip"}>
      <label htmlFor={id}>{label}</label>
      {children}
      {chip && (
        <a className="chip-remove" href={chip.without}>
          <span className="unseen">{say.removeFilter(label)}</span>
          <Icon name="close" />
        </a>
      )}
    </div>
  );
}

/** Filter by one of a few values. `unset`: the label when it isn't set. */
export function SelectChip({
  unset,
  choices,
  children,
  ...props
}: Props & { unset?: string; choices?: readonly { value: string; label: string }[]; children?: ReactNode }) {
  const { name, label, chip } = props;
  const id = useId();
  const isOther = chip && choices && !choices.some(({ value }) => value === chip.value);
  return (
    <Chip {...props} id={id}>
      <select id={id} name={name} defaultValue={chip?.value ?? ""} autoComplete="off" {...useApplyWhenChosen()}>
        <option value="">{chip ? say.any : (unset ?? label)}</option>
        {isOther && <option value={chip.value}>{chip.label}</option>}
        {choices?.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {children}
      </select>
    </Chip>
  );
}

/** Filter by a value of the query key of that name, typed or, with scripts, chosen from completions. */
export function TextChip({ maxLength, ...props }: Props & { maxLength: number }) {
  const { name, label, chip } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const isLive = useHydrated();
  return (
    <Chip {...props} id={id}>
      <div className="choice-field" ref={box}>
        <input
          id={id}
          name={name}
          defaultValue={chip?.label ?? ""}
          placeholder={label}
          maxLength={maxLength}
          autoCapitalize="none"
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
        />
        {isLive && <ChoiceField box={box} label={label} load={load} own={{ filter: name }} isOptional />}
      </div>
    </Chip>
  );
}
