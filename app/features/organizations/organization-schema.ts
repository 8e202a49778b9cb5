import * as z from "zod/v4";
import { lines } from "~/features/records/form-schema";
import { RequestKey } from "~/lib/form-values";
import { readableDomain } from "~/lib/mail-domain.server";
import { sortKey } from "~/lib/search-tokens";
import { cleanLine, codePoints, normalized } from "~/lib/text";
import { ORGANIZATION_LIMITS, SHARINGS } from "./organizations";
import * as say from "./organizations-copy";

const Name = z
  .string(say.enterAName)
  .transform(cleanLine)
  .refine((name) => name !== "", { error: say.enterAName, abort: true })
  .refine((name) => sortKey(name) !== "", say.nameNeedsALetter)
  .refine((name) => codePoints(name) <= ORGANIZATION_LIMITS.name, say.nameTooLong(ORGANIZATION_LIMITS.name));

const DOMAIN =
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)*$/u;

/** An internal domain may be a single word. One that ends in a number could be an IP address. */
const isDomain = (text: string) => DOMAIN.test(text) && /\p{L}[^.]*$/u.test(text);

/** Domains as typed, with or without an @, in any separation; stored readable, one per line, sorted, without duplicates. */
const Domains = z
  .string()
  .default("")
  .transform((text) => {
    const typed = normalized(text, "NFC")
      .toLowerCase()
      .split(/[\s,;]+/);
    return [
      ...new Set(typed.map((domain) => readableDomain(domain.replace(/^@/, ""))).filter((domain) => domain !== "")),
    ].sort();
  })
  .superRefine((domains, { addIssue }) => {
    if (domains.length > ORGANIZATION_LIMITS.domains) {
      addIssue(say.tooManyDomains(ORGANIZATION_LIMITS.domains));
      return;
    }
    const wrong = domains.find((domain) => domain.length > ORGANIZATION_LIMITS.domain || !isDomain(domain));
    if (wrong) addIssue(say.notADomain(wrong.slice(0, 60)));
  })
  .transform((domains) => domains.join("\n"));

export const OrganizationForm = z.object({
  name: Name,
  domains: Domains,
  sharing: z.enum(SHARINGS, say.chooseAnOption),
  note: lines(ORGANIZATION_LIMITS.note, say.noteTooLong(ORGANIZATION_LIMITS.note)),
});

export const NewOrganizationForm = OrganizationForm.extend({
  sharing: OrganizationForm.shape.sharing.default("none"), // agents' forms lack this field
  requestKey: RequestKey,
});

/** Public domains the form asked about and the admin ticked to use anyway. */
export function confirmedDomains(form: FormData): string[] {
  return form.getAll("publicDomains").includes("yes") ? String(form.get("askedDomains") ?? "").split(" ") : [];
}
