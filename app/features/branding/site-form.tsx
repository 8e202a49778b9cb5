import type { Refusal } from "~/lib/refusal";
import { Brand, type Logo } from "~/ui/brand";
import { Button, ButtonLink } from "~/ui/button";
import { CheckField, TextField } from "~/ui/field";
import { FormErrors, PageForm, RequestKeyField } from "~/ui/page-form";
import { SITE_LIMITS, type SiteFields } from "./branding";
import * as say from "./branding-copy";
import { ColourPicker } from "./colour-picker.island";
import { SitePreview } from "./site-preview.island";

type Props = {
  /** `isNew`: the host is still to be entered, or confirmed. */
  site: SiteFields & { isNew?: boolean; host?: string; usual: string | null; logo: Logo | null; version: number };
  requestKey: string;
  refusal: Refusal | null | undefined;
  /** Submitted values to preview; null for no preview. */
  preview: SiteFields | null;
  cancel: string;
};

export function SiteForm({ site, requestKey, refusal, preview, cancel }: Props) {
  const { usual, logo } = site;
  return (
    <PageForm className="form" aria-label={say.site} encType="multipart/form-data">
      <FormErrors refusal={refusal} />
      <RequestKeyField requestKey={requestKey} refusal={refusal} />
      <input type="hidden" name="version" value={site.version} />
      {site.isNew && (
        <TextField
          label={say.host}
          name="host"
          required
          maxLength={300}
          defaultValue={site.host}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={say.hostHint}
          refusal={refusal}
        />
      )}
      <TextField
        label={say.name}
        name="name"
        maxLength={SITE_LIMITS.name}
        autoComplete="off"
        defaultValue={site.name}
        hint={usual ? say.siteNameDefaultHint(usual) : say.siteNameHint}
        refusal={refusal}
      />
      <div className="site-colour">
        <TextField
          label={say.colour}
          name="colour"
          maxLength={20}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={site.colour}
          hint={say.colourHint}
          refusal={refusal}
        />
        <ColourPicker saved={refusal?.values.colour ?? site.colour} />
      </div>
      {logo && (
        <>
          <p className="field">
            <span className="field-label">{say.logo}</span>
            <Brand name={site.name || usual} logo={logo} />
          </p>
          <CheckField label={say.removeThisLogo} name="removeLogo" refusal={refusal} />
        </>
      )}
      <TextField
        label={logo ? say.replaceLogo : say.logo}
        name="logo"
        type="file"
        accept="image/png,image/webp,image/jpeg"
        hint={say.logoHint(SITE_LIMITS.logoKiB)}
        refusal={refusal}
      />
      <SitePreview name={site.name} colour={site.colour} usual={usual} logo={logo} typed={preview} />
      <div className="buttons">
        <Button look="primary">{site.isNew ? say.addSite : say.saveSite}</Button>
        <Button name="do" value="preview" formNoValidate>
          {say.preview}
        </Button>
        <ButtonLink look="quiet" href={cancel}>
          {say.cancel}
        </ButtonLink>
      </div>
    </PageForm>
  );
}

/** The page's heading and the page above it: the list of sites, or Home for an admin who came from the setup checklist. */
export const sitePlace = (isSetup: boolean, title: string) =>
  isSetup
    ? { title: say.nameAndLogo, up: { href: "/", label: say.home } }
    : { title, up: { href: "/settings/sites", label: say.sites } };
