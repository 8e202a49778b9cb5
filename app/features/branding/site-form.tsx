import type { Refusal } from "~/lib/refusal";
import { Brand, type Logo } from "~/ui/brand";
import { Button, ButtonLink } from "~/ui/button";
import { CheckField, TextField } from "~/ui/field";
import { FormErrors } from "~/ui/form-errors";
import { PageForm } from "~/ui/page-form";
import { RequestKeyField } from "~/ui/request-key";
import { SitePreview } from "./site-preview.island";
import { SITE_LIMITS, type SiteFields } from "./site-words";

type Props = {
  /** A new one is yet to be given its host. */
  site: SiteFields & { isNew?: boolean; usual: string | null; logo: Logo | null; version: number };
  requestKey: string;
  refusal: Refusal | null | undefined;
  /** How it would be, of what was typed; null where that was not asked for. */
  preview: SiteFields | null;
};

/** What an admin says about a site. */
export function SiteForm({ site, requestKey, refusal, preview }: Props) {
  const { usual, logo } = site;
  return (
    <PageForm className="form" aria-label="Site" encType="multipart/form-data">
      <FormErrors refusal={refusal} />
      <RequestKeyField requestKey={requestKey} refusal={refusal} />
      <input type="hidden" name="version" value={site.version} />
      {site.isNew && (
        <TextField
          label="Host"
          name="host"
          required
          maxLength={300}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="What stands in the address of the desk, such as desk.example.org."
          refusal={refusal}
        />
      )}
      <TextField
        label="Name"
        name="name"
        maxLength={SITE_LIMITS.name}
        autoComplete="off"
        defaultValue={site.name}
        hint={`In titles, above the pages and when signing in. Empty: ${usual ? `${usual}, as the settings of the server say` : "none"}.`}
        refusal={refusal}
      />
      <TextField
        label="Colour"
        name="colour"
        maxLength={20}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={site.colour}
        hint="For what is to be done next, such as #1f6feb. It gets lighter or darker where it could not be read. Empty: orange."
        refusal={refusal}
      />
      {logo && (
        <>
          <p className="field">
            <span className="field-label">Logo</span>
            <Brand name={site.name || usual} logo={logo} />
          </p>
          <CheckField label="Remove this logo" name="removeLogo" refusal={refusal} />
        </>
      )}
      <TextField
        label={logo ? "Another logo" : "Logo"}
        name="logo"
        type="file"
        accept="image/png,image/webp,image/jpeg"
        hint={`A PNG, WebP or JPEG picture up to ${SITE_LIMITS.logoKiB} KiB. A square one of at least 192 pixels is the icon of the installed app, too.`}
        refusal={refusal}
      />
      <SitePreview name={site.name} colour={site.colour} usual={usual} logo={logo} typed={preview} />
      <div className="buttons">
        <Button look="primary">Save site</Button>
        <Button name="do" value="preview" formNoValidate>
          Preview
        </Button>
        <ButtonLink look="quiet" href="/settings/sites">
          Cancel
        </ButtonLink>
      </div>
    </PageForm>
  );
}
