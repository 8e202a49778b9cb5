import type { ReactNode } from "react";
import { choicesOf, controlsOf } from "~/features/records/record-form";
import type { Refusal } from "~/lib/refusal";
import { CheckField, SelectField, TextField } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { SectionHeader } from "~/ui/page-header";
import {
  ADDRESS_LABELS,
  ADDRESS_LIMITS,
  type AddressFields,
  AFTER_PROCESSING_NAMES,
  AUTOMATIC_MAIL_NAMES,
  DEFAULT_OPTIONS,
  ENCRYPTION_NAMES,
  hasOtherServers,
  OTHER_SERVERS,
  PERMISSION_NAMES,
  REPLIES_SHOW_NAMES,
  SECRET_LABELS,
  type SecretField,
  SIGN_IN_NAMES,
  UNKNOWN_SENDER_NAMES,
  WAY_NAMES,
} from "./addresses";
import * as say from "./addresses-copy";

type Props = {
  /** Missing for a new address. */
  fields?: AddressFields | undefined;
  /** Which secrets are stored. */
  saved?: Partial<Record<SecretField, boolean>> | null;
  teams: readonly { id: number; name: string }[];
  sites: readonly { host: string; name: string | null }[];
  /** The URL to which a provider returns an admin after consent. */
  redirectUri: string;
  /** Name of the site used for none. */
  ownSite: string | null;
  refusal: Refusal | null | undefined;
};

/** Initial values of the form for a new address. Empty ones have a default that depends on other fields. */
const NEW: Partial<AddressFields> = {
  ...DEFAULT_OPTIONS,
  ...{ unknownSenders: "anyone", way: "imap", imapEncryption: "tls", smtpEncryption: "tls" },
};

/** Fields under "More", with their defaults. */
const { repliesShow, automaticMail, viaForward, trustReplyTo } = DEFAULT_OPTIONS;
const { earlierDays, largestMib, newPeoplePerHour, keepDays } = DEFAULT_OPTIONS;
const ADVANCED: Partial<AddressFields> = {
  ...{ trustedServer: "", repliesShow, automaticMail, viaForward, trustReplyTo },
  ...{ earlierDays, largestMib, newPeoplePerHour, keepDays },
};

/** Whether a field under "More" is refused, or has another value than its default. */
function needsMore(fields: AddressFields | undefined, refusal: Props["refusal"]) {
  return Object.entries(ADVANCED).some(([name, usual]) => {
    if (refusal?.errors[name]) return true;
    const typed = refusal?.values[name];
    const value = fields?.[name as keyof AddressFields] ?? usual;
    if (typeof usual === "boolean") return typed === undefined ? value !== usual : typed.includes("yes");
    return (typed ?? String(value)) !== String(usual);
  });
}

/** Names and addresses, which browsers shouldn't correct. */
const EXACT = {
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
  maxLength: ADDRESS_LIMITS.text,
} as const;

/** Fields that other choices make pointless are hidden by the style sheet (pages/mail.css), so it works without scripts. */
export function AddressFieldset({ fields, saved, teams, sites, ownSite, redirectUri, refusal }: Props) {
  const { control, checkbox } = controlsOf(ADDRESS_LABELS, fields ?? (NEW as AddressFields), refusal);
  const secret = (name: SecretField, hints: { saved: string; none?: string }) => ({
    ...{ label: SECRET_LABELS[name], name, refusal, type: "password", maxLength: ADDRESS_LIMITS.secret },
    ...{ autoComplete: "new-password", hint: saved?.[name] ? hints.saved : hints.none },
  });
  const whole = (name: "largestMib" | "newPeoplePerHour" | "keepDays" | "earlierDays", least: number) => ({
    ...{ ...control(name), type: "number", min: least, max: ADDRESS_LIMITS[name] },
  });
  const hosts = sites.map(({ host, name }) => ({ value: host, label: name ? `${name} (${host})` : host }));
  return (
    <>
      <TextField {...control("address")} {...EXACT} required inputMode="email" hint={say.addressHint} />
      <div className="form-row">
        <SelectField {...control("team")} choices={teams.map(({ id, name }) => ({ value: id, label: name }))} />
        <SelectField {...control("site")} none={say.defaultSite(ownSite)} choices={hosts} hint={say.siteHint} />
      </div>
      <TextField
        {...control("displayName")}
        maxLength={ADDRESS_LIMITS.name}
        autoComplete="off"
        hint={say.displayNameHint}
      />

      <Part title={say.incomingMail} id="incoming">
        <div className="form-row">
          <SelectField {...control("way")} choices={choicesOf(WAY_NAMES)} />
          <SelectField {...control("signIn")} choices={choicesOf(SIGN_IN_NAMES)} />
        </div>
        <p className="field-hint if-listener">{say.listenerHint}</p>
        {!fields && <p className="field-hint if-http">{say.httpFollows}</p>}
        <div className="form if-oauth">
          <TextField {...control("clientId")} {...EXACT} />
          <TextField {...secret("clientSecret", { saved: say.keepSecretHint })} />
          <TextField {...control("renewBy")} type="date" max="9999-12-31" autoComplete="off" hint={say.renewByHint} />
          <TextField {...control("tenant")} {...EXACT} className="if-microsoft" hint={say.tenantHint} />
          <SelectField {...control("permissions")} className="if-microsoft" choices={choicesOf(PERMISSION_NAMES)} />
          <p className="field-hint">
            {say.redirectUriHint} <code>{redirectUri}</code>
          </p>
          <CheckField
            label={say.otherServers}
            name={OTHER_SERVERS}
            defaultChecked={fields !== undefined && hasOtherServers(fields)}
            hint={say.otherServersHint}
            refusal={refusal}
          />
        </div>
        <div className="form if-imap">
          <div className="form if-servers">
            <TextField {...control("imapServer")} {...EXACT} hint={say.imapServerHint} />
            <div className="form-row">
              <SelectField {...control("imapEncryption")} choices={choicesOf(ENCRYPTION_NAMES)} />
              <TextField
                {...control("imapPort")}
                {...EXACT}
                inputMode="numeric"
                maxLength={5}
                hint={say.imapPortHint}
              />
            </div>
            <TextField {...control("imapUser")} {...EXACT} hint={say.imapUserHint} />
          </div>
          <TextField className="if-password" {...secret("imapPassword", { saved: say.keepPasswordHint })} />
          <div className="form-row">
            <SelectField
              {...control("afterProcessing")}
              choices={choicesOf(AFTER_PROCESSING_NAMES)}
              hint={<span className="if-delete">{say.deleteHint}</span>}
            />
            <TextField
              {...control("folder")}
              className="if-move"
              maxLength={ADDRESS_LIMITS.folder}
              autoComplete="off"
            />
          </div>
        </div>
      </Part>

      <Part title={say.outgoingMail} id="outgoing" className="if-servers">
        <TextField {...control("smtpServer")} {...EXACT} hint={say.smtpServerHint} />
        <div className="form-row">
          <SelectField {...control("smtpEncryption")} choices={choicesOf(ENCRYPTION_NAMES)} />
          <TextField {...control("smtpPort")} {...EXACT} inputMode="numeric" maxLength={5} hint={say.smtpPortHint} />
        </div>
        <div className="form if-smtp-user">
          <TextField
            {...control("smtpUser")}
            {...EXACT}
            hint={
              <>
                <span className="if-imap">{say.smtpUserHint}</span>
                <span className="unless-imap">{say.smtpUserHandedOverHint}</span>
              </>
            }
          />
          <TextField
            className="if-password"
            {...secret("smtpPassword", {
              saved: say.keepPasswordHint,
              ...(fields?.way !== "http" && fields?.way !== "listener" && { none: say.smtpPasswordHint }),
            })}
          />
        </div>
        <CheckField {...checkbox("smtpOpen")} />
      </Part>
      <div className="if-unencrypted">
        <Notice kind="warning">{say.unencryptedWarning}</Notice>
      </div>

      <Part title={say.senders} id="senders">
        <SelectField
          {...control("unknownSenders")}
          choices={choicesOf(UNKNOWN_SENDER_NAMES)}
          hint={say.unknownSendersHint}
        />
      </Part>

      {/* A field the browser finds wrong must be seen. */}
      <details
        className="more-fields"
        open={needsMore(fields, refusal) || undefined}
        onInvalidCapture={({ currentTarget }) => currentTarget.setAttribute("open", "")}
      >
        <summary>{say.more}</summary>
        <div className="form">
          <SelectField {...control("repliesShow")} choices={choicesOf(REPLIES_SHOW_NAMES)} />
          <SelectField
            {...control("automaticMail")}
            choices={choicesOf(AUTOMATIC_MAIL_NAMES)}
            hint={say.automaticMailHint}
          />
          <TextField {...control("trustedServer")} {...EXACT} hint={say.trustedServerHint} />
          <CheckField {...checkbox("trustReplyTo")} hint={say.trustReplyToHint} />
          <CheckField {...checkbox("viaForward")} hint={say.viaForwardHint} />
          <TextField {...whole("earlierDays", 0)} className="if-imap" hint={say.earlierDaysHint} />
          <div className="form-row">
            <TextField {...whole("largestMib", 1)} hint={say.largestMibHint} />
            <TextField {...whole("newPeoplePerHour", 1)} hint={say.newPeopleHint} />
            <TextField {...whole("keepDays", ADDRESS_LIMITS.leastKeepDays)} hint={say.keepDaysHint} />
          </div>
        </div>
      </details>
    </>
  );
}

type PartProps = { title: string; id: string; className?: string; children: ReactNode };

const Part = ({ title, id, className = "", children }: PartProps) => (
  <section className={`form ${className}`} aria-labelledby={id}>
    <SectionHeader title={title} id={id} />
    {children}
  </section>
);
