import type { Insertable, Selectable } from "kysely";
import type { Database } from "~/db/types";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import {
  ADDRESS_LIMITS,
  type AddressFields,
  DEFAULT_OPTIONS,
  type Encryption,
  IMAP_PORTS,
  type MailOptions,
} from "./addresses";

/** A mail server as stored, without passwords. `user` is empty for a relay without sign-in. */
export type ServerSettings = { host: string; port: number; user: string; encryption: Encryption };

/** The columns that a form sets. */
export const COLUMNS = [
  ...(["address", "address_key", "team_id", "host", "display_name", "unknown_senders", "way"] as const),
  ...(["incoming", "outgoing", "options", "trusted_server"] as const),
] as const;

type Row = Pick<Selectable<Database["mail_address"]>, (typeof COLUMNS)[number]>;

/** Null for an address whose mail is handed over. */
export const readIncoming = ({ incoming }: Pick<Row, "incoming">) => {
  const server = JSON.parse(incoming) as Partial<ServerSettings>;
  return server.host === undefined ? null : (server as ServerSettings);
};

export const readOutgoing = ({ outgoing }: Pick<Row, "outgoing">) => JSON.parse(outgoing) as ServerSettings;

export function readOptions({ options }: Pick<Row, "options">): MailOptions {
  const saved = { ...DEFAULT_OPTIONS, ...(JSON.parse(options) as Partial<MailOptions>) };
  return { ...saved, keepDays: Math.max(saved.keepDays, ADDRESS_LIMITS.leastKeepDays) }; // fewer could be saved once
}

const NO_SERVER: ServerSettings = { host: "", port: IMAP_PORTS.tls, user: "", encryption: "tls" };

export function asFields(row: Row): AddressFields {
  const [imap, smtp] = [readIncoming(row) ?? NO_SERVER, readOutgoing(row)];
  return {
    ...{ address: row.address, team: row.team_id, site: row.host, displayName: row.display_name },
    ...{ unknownSenders: row.unknown_senders, way: row.way, trustedServer: row.trusted_server },
    ...{ imapServer: imap.host, imapPort: imap.port, imapUser: imap.user, imapEncryption: imap.encryption },
    ...{ smtpServer: smtp.host, smtpPort: smtp.port, smtpUser: smtp.user, smtpEncryption: smtp.encryption },
    ...readOptions(row),
  };
}

export function asColumns(fields: AddressFields): Pick<Insertable<Database["mail_address"]>, keyof Row> {
  const imap: ServerSettings = {
    ...{ host: fields.imapServer, port: fields.imapPort, user: fields.imapUser, encryption: fields.imapEncryption },
  };
  const smtp: ServerSettings = {
    ...{ host: fields.smtpServer, port: fields.smtpPort, user: fields.smtpUser, encryption: fields.smtpEncryption },
  };
  return {
    ...{ address: fields.address, address_key: emailKeyOf(fields.address), team_id: fields.team, host: fields.site },
    ...{ display_name: fields.displayName, unknown_senders: fields.unknownSenders, way: fields.way },
    incoming: JSON.stringify(fields.way === "imap" ? imap : {}),
    outgoing: JSON.stringify(smtp),
    options: JSON.stringify(changedOptions(fields)),
    trusted_server: fields.trustedServer,
  };
}

const OPTIONS = Object.keys(DEFAULT_OPTIONS) as (keyof MailOptions)[];

const changedOptions = (fields: AddressFields) =>
  Object.fromEntries(OPTIONS.filter((one) => fields[one] !== DEFAULT_OPTIONS[one]).map((one) => [one, fields[one]]));
