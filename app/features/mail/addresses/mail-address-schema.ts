import * as z from "zod/v4";
import { line } from "~/features/records/form-schema";
import { EmailAddress } from "~/features/users/user-schema";
import { isDay } from "~/lib/calendar-day";
import { RequestKey, RowId, Ticked } from "~/lib/form-values";
import { codePoints } from "~/lib/text";
import {
  ADDRESS_LIMITS,
  AFTER_PROCESSING,
  AUTOMATIC_MAIL,
  DEFAULT_OPTIONS,
  ENCRYPTIONS,
  type Encryption,
  IMAP_PORTS,
  NAMELESS_SERVER,
  OTHER_SERVERS,
  PERMISSIONS,
  PROVIDERS,
  REPLIES_SHOW,
  SIGN_INS,
  SMTP_PORTS,
  UNKNOWN_SENDERS,
  WAYS,
} from "./addresses";
import * as say from "./addresses-copy";
import { isPrivateHost } from "./private-hosts";

const text = (most: number = ADDRESS_LIMITS.text) => line(most, say.tooLong(most)).default("");

const choice = <const T extends readonly string[]>(values: T, usual: T[number]) =>
  z.enum(values, say.chooseAnOption).default(usual as never);

/** A name, an IPv4 or an IPv6 address with or without brackets; empty if missing. */
const Server = text()
  .transform((typed) => typed.toLowerCase().replace(/^\[(.*)\]$/, "$1"))
  .refine((host) => /^(?:[\p{L}\p{N}_.-]+|[0-9a-f:.]*:[0-9a-f:.]*)?$/u.test(host), say.serverIsWrong);

/** 0 for an empty one. */
const Port = z
  .string()
  .trim()
  .default("")
  .refine((typed) => /^\d{0,5}$/.test(typed) && Number(typed) <= 65_535, say.enterAPort)
  .transform(Number);

const number = (least: number, most: number, usual: number) =>
  z
    .string()
    .trim()
    .default(String(usual))
    .transform((typed) => (typed === "" ? usual : /^\d{1,6}$/.test(typed) ? Number(typed) : -1))
    .refine((value) => value >= least && value <= most, say.enterANumber(least, most));

const Secret = z
  .string()
  .default("")
  .refine((typed) => codePoints(typed) <= ADDRESS_LIMITS.secret, say.tooLong(ADDRESS_LIMITS.secret));

/** A day, or "" for none. */
const Day = z
  .string()
  .default("")
  .refine((day) => day === "" || isDay(day), say.enterADay);

const usual = DEFAULT_OPTIONS;

const FIELDS = z.object({
  address: EmailAddress,
  team: RowId,
  site: text(),
  displayName: text(ADDRESS_LIMITS.name),
  unknownSenders: choice(UNKNOWN_SENDERS, "anyone"),
  way: choice(WAYS, "imap"),
  signIn: choice(SIGN_INS, usual.signIn),
  clientId: text(),
  tenant: text(),
  permissions: choice(PERMISSIONS, usual.permissions),
  renewBy: Day,
  imapServer: Server,
  imapPort: Port,
  imapUser: text(),
  imapEncryption: choice(ENCRYPTIONS, "tls"),
  earlierDays: number(0, ADDRESS_LIMITS.earlierDays, usual.earlierDays),
  afterProcessing: choice(AFTER_PROCESSING, usual.afterProcessing),
  folder: text(ADDRESS_LIMITS.folder),
  smtpServer: Server,
  smtpPort: Port,
  smtpUser: text(),
  smtpEncryption: choice(ENCRYPTIONS, "tls"),
  smtpOpen: Ticked,
  trustedServer: text().transform((name) => name.toLowerCase()),
  repliesShow: choice(REPLIES_SHOW, usual.repliesShow),
  automaticMail: choice(AUTOMATIC_MAIL, usual.automaticMail),
  viaForward: Ticked,
  trustReplyTo: Ticked,
  largestMib: number(1, ADDRESS_LIMITS.largestMib, usual.largestMib),
  newPeoplePerHour: number(1, ADDRESS_LIMITS.newPeoplePerHour, usual.newPeoplePerHour),
  keepDays: number(ADDRESS_LIMITS.leastKeepDays, ADDRESS_LIMITS.keepDays, usual.keepDays),
});

type Typed = z.output<typeof FIELDS>;

const SERVER_FIELDS = { imapServer: "", imapPort: 0, imapUser: "", smtpServer: "", smtpPort: 0, smtpUser: "" } as const;

/** Drops servers and users typed before a provider was chosen: the form hides them unless `OTHER_SERVERS` is ticked. */
function withoutHidden<T extends Typed & { [OTHER_SERVERS]?: string | string[] | undefined }>({
  [OTHER_SERVERS]: others,
  ...typed
}: T) {
  if (typed.signIn === "password" || others === undefined || [others].flat().includes("yes")) return typed;
  return { ...typed, ...SERVER_FIELDS, imapEncryption: "tls" as const, smtpOpen: false };
}

/** Fills in defaults for empty fields. Idempotent, so a saved form passes again. */
function filledIn<T extends Typed>(typed: T): T {
  const fetches = typed.way === "imap";
  const usualServers = typed.signIn === "password" ? null : PROVIDERS[typed.signIn];
  // A provider's server has one encryption that works.
  const smtpEncryption = (typed.smtpServer === "" && usualServers?.smtpEncryption) || typed.smtpEncryption;
  const imapUser = fetches ? typed.imapUser || typed.address : "";
  // A listener's mail server and a relay often take mail from this machine without sign-in.
  const signsInToSend = !typed.smtpOpen && (fetches || typed.smtpUser !== "" || typed.signIn !== "password");
  return {
    ...typed,
    imapServer: fetches ? typed.imapServer || (usualServers?.imap ?? "") : "",
    imapPort: typed.imapPort || IMAP_PORTS[typed.imapEncryption],
    imapUser,
    smtpServer: typed.smtpServer || (usualServers?.smtp ?? ""),
    smtpEncryption,
    smtpPort: typed.smtpPort || SMTP_PORTS[smtpEncryption],
    smtpUser: signsInToSend ? typed.smtpUser || imapUser || typed.address : "",
    folder: typed.folder || usual.folder,
  };
}

function check(fields: Typed, { issues }: { issues: unknown[] }) {
  const refuse = (field: keyof Typed, message: string) =>
    issues.push({ code: "custom", path: [field], message, input: fields[field] });
  const servers: [server: "imapServer" | "smtpServer", encryption: Encryption, field: keyof Typed][] = [
    ["smtpServer", fields.smtpEncryption, "smtpEncryption"],
  ];
  if (fields.way === "imap") servers.unshift(["imapServer", fields.imapEncryption, "imapEncryption"]);
  for (const [server, encryption, field] of servers) {
    if (fields[server] === "") refuse(server, say.enterAServer);
    else if (encryption === "none" && !isPrivateHost(fields[server])) refuse(field, say.needsEncryption);
  }
  if (fields.signIn !== "password" && fields.clientId === "") refuse("clientId", say.enterAClientId);
  if (fields.signIn === "microsoft" && fields.tenant === "") refuse("tenant", say.enterATenant);
  if (fields.trustedServer === NAMELESS_SERVER && fields.signIn !== "microsoft") {
    refuse("trustedServer", say.onlyMicrosoftIsNameless);
  }
}

/** The form's values when it was loaded, without passwords. */
export const AddressBaseline = FIELDS.transform(filledIn);

const TYPED = {
  ...{ imapPassword: Secret, smtpPassword: Secret, clientSecret: Secret },
  [OTHER_SERVERS]: z.array(z.string()).or(z.string()).optional(),
};

export const AddressForm = FIELDS.extend(TYPED)
  .transform(withoutHidden)
  .transform(filledIn)
  .check(({ value, issues }) => check(value, { issues }));

export const NewAddressForm = FIELDS.extend({ ...TYPED, requestKey: RequestKey })
  .transform(withoutHidden)
  .transform(filledIn)
  .check(({ value, issues }) => check(value, { issues }));
