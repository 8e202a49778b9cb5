import * as z from "zod/v4";
import { line } from "~/features/records/form-schema";
import { INCOMPLETE_FORM, RequestKey, Ticked } from "~/lib/form-values";
import { COLOUR, hostNameOf, normalizeColour, SITE_LIMITS } from "./branding";
import * as say from "./branding-copy";

const Colour = z
  .string()
  .default("")
  .transform(normalizeColour)
  .refine((text) => text === "" || COLOUR.test(text), say.enterAColour);

export const SiteForm = z.object({
  requestKey: RequestKey,
  version: z
    .string(INCOMPLETE_FORM)
    .regex(/^\d{1,9}$/, INCOMPLETE_FORM)
    .transform(Number),
  name: line(SITE_LIMITS.name, say.nameTooLong(SITE_LIMITS.name)).default(""),
  colour: Colour,
  removeLogo: Ticked,
});

const NO_HOST = say.enterAHost;

/** Normalized by `hostNameOf`. Also accepts a full URL. */
const Host = z
  .string(NO_HOST)
  .transform((text) => {
    const address = `http://${text.trim().replace(/^[a-z]+:\/\//i, "")}`;
    return URL.canParse(address) ? hostNameOf(new URL(address).hostname) : "";
  })
  .refine((host) => /^[a-z0-9_:][a-z0-9._:-]{0,252}$/.test(host), NO_HOST);

export const NewSiteForm = SiteForm.extend({ host: Host });
