import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { LookSample } from "~/features/users/look-sample.island";
import { readPreferences, savePreferences } from "~/features/users/preferences.server";
import { DisplayForm } from "~/features/users/user-schema";
import { AFTER_RESOLVE, isAgent } from "~/features/users/users";
import * as say from "~/features/users/users-copy";
import { parseForm, readForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { deskZone } from "~/lib/desk-zone.server";
import { DATE_ORDERS, styleOf } from "~/lib/time-style";
import { timeZoneChoices, timeZoneNamed } from "~/lib/time-zones";
import { UTC } from "~/lib/zoned-time";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button } from "~/ui/button";
import { DENSITIES, THEME_NAMES, THEMES } from "~/ui/display-preferences";
import { CheckField, SelectField } from "~/ui/field";
import { momentOf } from "~/ui/format-time";
import { KeyTable } from "~/ui/key-table";
import { FormErrors, PageForm } from "~/ui/page-form";
import { PageHeader, SectionHeader } from "~/ui/page-header";

const TITLE = say.preferencesTitle;

export const meta: MetaFunction = ({ matches, error }) => titled(TITLE, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const { theme, zone: chosen, dates, keys, density, afterResolve } = await readPreferences(db, viewer);
  const zone = timeZoneNamed(chosen) ?? "";
  const now = Date.now();
  const examples = DATE_ORDERS.map((order) => ({
    value: order,
    label: momentOf(now, styleOf(zone || deskZone(), order)).title,
  }));
  const zones = timeZoneChoices(zone || UTC);
  return {
    theme,
    zone,
    dates,
    keys: keys === "on",
    density,
    afterResolve,
    works: isAgent(viewer),
    zones,
    deskZone: deskZone(),
    examples,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const parsed = parseForm(form, DisplayForm);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });
  await savePreferences(db, viewerOf(context), parsed.value, Date.now());
  return redirect("/settings/display", await withToast("success", say.preferencesSaved));
}

export const clientLoader = fromPayload("routes/_app.settings.display");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function DisplayPage() {
  const { theme, zone, dates, keys, density, afterResolve, works, zones, deskZone, examples } =
    useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <div className="profile">
      <PageHeader title={TITLE} lead={say.aboutYourPreferences} />
      <PageForm
        key={JSON.stringify([theme, zone, dates, keys, density, afterResolve])}
        className="form"
        aria-label={TITLE}
      >
        <FormErrors refusal={refusal} />
        <SelectField
          label={say.theme}
          name="theme"
          defaultValue={theme}
          choices={THEMES.map((key) => ({ value: key, label: THEME_NAMES[key] }))}
          refusal={refusal}
        />
        <SelectField
          label={say.timeZone}
          name="zone"
          defaultValue={zone}
          none={say.sameAsDesk(deskZone)}
          choices={zones}
          hint={say.timeZoneHint}
          refusal={refusal}
        />
        <SelectField
          label={say.datesAndTimes}
          name="dates"
          defaultValue={dates}
          choices={examples}
          hint={say.datesAndTimesHint}
          refusal={refusal}
        />
        <SelectField
          label={say.rowHeight}
          name="density"
          defaultValue={density}
          choices={DENSITIES.map((key) => ({ value: key, label: say.rowHeights[key] }))}
          hint={say.rowHeightHint}
          refusal={refusal}
        />
        <LookSample {...{ theme, density, dates, examples }} />
        <CheckField
          label={say.singleKeyShortcuts}
          name="keys"
          hint={say.singleKeyHint}
          defaultChecked={keys}
          refusal={refusal}
        />
        {works && (
          <SelectField
            label={say.afterResolving}
            name="afterResolve"
            defaultValue={afterResolve}
            choices={AFTER_RESOLVE.map((key) => ({ value: key, label: say.afterResolve[key] }))}
            hint={say.afterResolvingHint}
            refusal={refusal}
          />
        )}
        <div className="buttons">
          <Button look="primary">{say.savePreferences}</Button>
        </div>
      </PageForm>
      <section className="stack key-list" aria-labelledby="keys">
        <SectionHeader title={say.keyboardShortcuts} id="keys" />
        <KeyTable works={works} />
      </section>
    </div>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
