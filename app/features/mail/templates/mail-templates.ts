import * as say from "./templates-copy";

/** Shared by browser and server, so nothing here imports a library. */

export const TEMPLATE_KINDS = ["acknowledgement", "resolved", "reminder", "footer"] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

export const isTemplateKind = (text: string | undefined): text is TemplateKind =>
  TEMPLATE_KINDS.some((kind) => kind === text);

/** Whether an agent's action sends this mail. The others are sent automatically, so `agent.name` is always empty in them. */
export const isSentByAgent = (kind: TemplateKind) => kind === "resolved" || kind === "footer";

/** Markdown with variables. A footer has no subject. */
export type TemplateText = { subject: string; body: string };

export const DEFAULT_TEMPLATES: Record<TemplateKind, TemplateText> = say.defaults;

/** Lengths in code points. */
export const TEMPLATE_LIMITS = { subject: 200, body: 10_000, days: 90 } as const;

const TEMPLATES_HREF = "/settings/addresses/templates";

const withSite = (path: string, host: string) => (host === "" ? path : `${path}?site=${encodeURIComponent(host)}`);

/** `host` is empty for every site. */
export const templatesHref = (host = "") => withSite(TEMPLATES_HREF, host);
export const templateHref = (kind: TemplateKind, host: string, verb = "edit") =>
  withSite(`${TEMPLATES_HREF}/${kind}/${verb}`, host);

export const templateName = (kind: TemplateKind, host: string) =>
  host === "" ? say.kinds[kind] : say.forSite(say.kinds[kind], host);
