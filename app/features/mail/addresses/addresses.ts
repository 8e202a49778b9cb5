import * as say from "./addresses-copy";

/** Shared by browser and server, so nothing here imports a library. */

export const WAYS = ["imap", "listener", "http"] as const;
export type Way = (typeof WAYS)[number];
export const WAY_NAMES: Record<Way, string> = { imap: say.imap, listener: say.lmtpOrSmtp, http: say.http };

/** The values of `MailEncryption` (features/mail/transport). */
export const ENCRYPTIONS = ["tls", "starttls", "none"] as const;
export type Encryption = (typeof ENCRYPTIONS)[number];
export const ENCRYPTION_NAMES: Record<Encryption, string> = { tls: say.tls, starttls: say.startTls, none: say.none };

export const SIGN_INS = ["password", "microsoft", "google"] as const;
export type SignIn = (typeof SIGN_INS)[number];
export const SIGN_IN_NAMES: Record<SignIn, string> = {
  password: say.password,
  microsoft: say.microsoft,
  google: say.google,
};

/** The permission an app at Microsoft 365 uses: that of a consenting account, or its own. */
export const PERMISSIONS = ["delegated", "application"] as const;
export type Permissions = (typeof PERMISSIONS)[number];
export const PERMISSION_NAMES: Record<Permissions, string> = {
  delegated: say.delegated,
  application: say.application,
};

export const UNKNOWN_SENDERS = ["anyone", "known_organizations", "invited"] as const;
export type UnknownSenders = (typeof UNKNOWN_SENDERS)[number];
export const UNKNOWN_SENDER_NAMES: Record<UnknownSenders, string> = {
  anyone: say.anyone,
  known_organizations: say.knownOrganizations,
  invited: say.invitedPeople,
};

export const AFTER_PROCESSING = ["move", "read", "leave", "delete"] as const;
export type AfterProcessing = (typeof AFTER_PROCESSING)[number];
export const AFTER_PROCESSING_NAMES: Record<AfterProcessing, string> = {
  move: say.moveToFolder,
  read: say.markAsRead,
  leave: say.leaveInInbox,
  delete: say.deleteFromServer,
};

/** Handling of automatic mail that isn't a reply to a task, such as monitoring alerts. */
export const AUTOMATIC_MAIL = ["log", "task", "quarantine"] as const;
export type AutomaticMail = (typeof AUTOMATIC_MAIL)[number];
export const AUTOMATIC_MAIL_NAMES: Record<AutomaticMail, string> = {
  log: say.onlyLog,
  task: say.createATask,
  quarantine: say.putInQuarantine,
};

/** The name in From of a reply: "Priya Nair (IT-HELP)", "Priya Nair" or "IT-HELP". */
export const REPLIES_SHOW = ["agent_and_desk", "agent", "desk"] as const;
export type RepliesShow = (typeof REPLIES_SHOW)[number];
export const REPLIES_SHOW_NAMES: Record<RepliesShow, string> = {
  agent_and_desk: say.agentAndDisplayName,
  agent: say.agentOnly,
  desk: say.displayNameOnly,
};

/** Settings of an address that are stored only if they differ from the default. */
export type MailOptions = {
  signIn: SignIn;
  clientId: string;
  tenant: string;
  permissions: Permissions;
  /** The last day of the client secret, "2027-03-09"; "" if unknown. */
  renewBy: string;
  /** The SMTP server takes mail without sign-in. */
  smtpOpen: boolean;
  /** Days before the first connection whose mail is fetched too. */
  earlierDays: number;
  afterProcessing: AfterProcessing;
  /** Where processed mail is moved. */
  folder: string;
  repliesShow: RepliesShow;
  automaticMail: AutomaticMail;
  /** Mail arrives through a forward or a group, which marks it as automatic. */
  viaForward: boolean;
  trustReplyTo: boolean;
  largestMib: number;
  newPeoplePerHour: number;
  keepDays: number;
};

export const DEFAULT_OPTIONS: MailOptions = {
  signIn: "password",
  clientId: "",
  tenant: "",
  permissions: "delegated",
  renewBy: "",
  smtpOpen: false,
  earlierDays: 0,
  afterProcessing: "move",
  folder: "Taskdesk",
  repliesShow: "agent_and_desk",
  automaticMail: "log",
  viaForward: false,
  trustReplyTo: false,
  largestMib: 50,
  newPeoplePerHour: 200,
  keepDays: 90,
};

/** The form's fields, without passwords. `site`: a host, or "" for the desk's own. */
export type AddressFields = {
  address: string;
  team: number;
  site: string;
  displayName: string;
  unknownSenders: UnknownSenders;
  way: Way;
  imapServer: string;
  imapPort: number;
  imapUser: string;
  imapEncryption: Encryption;
  smtpServer: string;
  smtpPort: number;
  smtpUser: string;
  smtpEncryption: Encryption;
  trustedServer: string;
} & MailOptions;

export const ADDRESS_LABELS: Record<keyof AddressFields, string> = {
  address: say.address,
  team: say.team,
  site: say.site,
  displayName: say.displayName,
  unknownSenders: say.unknownSenders,
  way: say.mailArrivesBy,
  signIn: say.signIn,
  clientId: say.clientId,
  tenant: say.tenant,
  permissions: say.permissions,
  renewBy: say.renewBy,
  imapServer: say.imapServer,
  imapPort: say.imapPort,
  imapUser: say.imapUser,
  imapEncryption: say.imapEncryption,
  earlierDays: say.earlierDays,
  afterProcessing: say.afterProcessing,
  folder: say.folder,
  smtpServer: say.smtpServer,
  smtpPort: say.smtpPort,
  smtpUser: say.smtpUser,
  smtpEncryption: say.smtpEncryption,
  smtpOpen: say.smtpOpen,
  trustedServer: say.trustedServer,
  repliesShow: say.repliesShow,
  automaticMail: say.automaticMail,
  viaForward: say.viaForward,
  trustReplyTo: say.trustReplyTo,
  largestMib: say.largestMib,
  newPeoplePerHour: say.newPeoplePerHour,
  keepDays: say.keepDays,
};

export const ADDRESS_FIELDS = Object.keys(ADDRESS_LABELS) as (keyof AddressFields)[];

/** Fields whose values are never sent back to the browser. */
export const SECRET_LABELS = {
  imapPassword: say.imapPassword,
  smtpPassword: say.smtpPassword,
  clientSecret: say.clientSecret,
} as const;
export type SecretField = keyof typeof SECRET_LABELS;
export type TypedSecrets = Record<SecretField, string>;

/** Lengths in code points; `addresses` is a count. The others are the maximum of a field, or its minimum. */
export const ADDRESS_LIMITS = {
  ...{ addresses: 200, name: 100, text: 255, secret: 4_000, folder: 200 },
  ...{ largestMib: 200, newPeoplePerHour: 10_000, keepDays: 3_650, earlierDays: 90 },
  leastKeepDays: 8, // duplicates are found in the log, and a mailbox whose UIDs changed is read again for seven days
} as const;

/** Ports that go with each encryption (RFC 8314). */
export const IMAP_PORTS: Record<Encryption, number> = { tls: 993, starttls: 143, none: 143 };
export const SMTP_PORTS: Record<Encryption, number> = { tls: 465, starttls: 587, none: 25 };

/** Servers of the providers, for fields left empty. */
export const PROVIDERS: Record<
  Exclude<SignIn, "password">,
  { imap: string; smtp: string; smtpEncryption: Encryption }
> = {
  microsoft: { imap: "outlook.office365.com", smtp: "smtp.office365.com", smtpEncryption: "starttls" },
  google: { imap: "imap.gmail.com", smtp: "smtp.gmail.com", smtpEncryption: "tls" },
};

/** The box that shows the servers and users of an address at a provider. Without it, they are the usual ones. */
export const OTHER_SERVERS = "otherServers";

/** Whether an address at a provider has other servers or users than the usual ones. */
export function hasOtherServers(fields: AddressFields): boolean {
  if (fields.signIn === "password") return false;
  const { imap, smtp, smtpEncryption } = PROVIDERS[fields.signIn];
  const incoming =
    fields.way !== "imap" ||
    (fields.imapServer === imap &&
      fields.imapEncryption === "tls" &&
      fields.imapPort === IMAP_PORTS.tls &&
      fields.imapUser === fields.address);
  const outgoing =
    fields.smtpServer === smtp &&
    fields.smtpEncryption === smtpEncryption &&
    fields.smtpPort === SMTP_PORTS[smtpEncryption] &&
    fields.smtpUser === fields.address;
  return !(incoming && outgoing);
}

const NAMES: Partial<Record<keyof AddressFields, Record<string, string>>> = {
  ...{ way: WAY_NAMES, signIn: SIGN_IN_NAMES, permissions: PERMISSION_NAMES, unknownSenders: UNKNOWN_SENDER_NAMES },
  ...{ imapEncryption: ENCRYPTION_NAMES, smtpEncryption: ENCRYPTION_NAMES, afterProcessing: AFTER_PROCESSING_NAMES },
  ...{ automaticMail: AUTOMATIC_MAIL_NAMES, repliesShow: REPLIES_SHOW_NAMES },
};

/** Whether an account must consent before the address can sign in. */
export const needsConsent = ({ signIn, permissions }: Pick<MailOptions, "signIn" | "permissions">) =>
  signIn === "google" || (signIn === "microsoft" && permissions === "delegated");

/**
 * The trusted server of addresses at Microsoft 365, whose verdicts have no name. Only the topmost one counts, which it
 * adds to every external message.
 */
export const NAMELESS_SERVER = "*";

/** A field's value as display text. */
export function addressValue(field: keyof AddressFields, fields: AddressFields, teams: ReadonlyMap<number, string>) {
  const value = fields[field];
  if (field === "team") return teams.get(fields.team) ?? String(value);
  if (typeof value === "boolean") return value ? say.yes : say.no;
  return NAMES[field]?.[String(value)] ?? (value === "" ? say.empty : String(value));
}
